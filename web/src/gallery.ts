/** The gallery: every board with positions from fixtures.py. For looking, and for tests; no part of the shipped page. */

import { mount } from 'svelte';
import './look/tokens.css';
import './house.css';
import Gallery from './gallery/Gallery.svelte';

mount(Gallery, { target: document.body });
