// Sounds made in the browser: noise and tones, shaped. Silent until the first click, as browsers and neighbours want it.

import { settings } from './settings.svelte';

export type SoundName = 'blade' | 'crack' | 'floe' | 'card' | 'crate' | 'cube' | 'bell' | 'step' | 'end';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let master: GainNode | null = null; // how loud all of it is

/**
 * Browsers allow sound after the first gesture only. A loudspeaker that is waked works on and on, silent or not: whoever
 * has switched sound off has none.
 */
export async function wakeSound(): Promise<void> {
  if (context || !settings.sound || typeof AudioContext === 'undefined') return;
  const made = new AudioContext();
  context = made;
  master = made.createGain();
  master.connect(made.destination);
  noise = made.createBuffer(1, made.sampleRate, made.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  await made.resume();
}

function hiss(at: number, seconds: number, from: number, to: number, loud: number, q = 1): void {
  if (!context || !noise || !master) return;
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = q;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + seconds);
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + seconds * 0.15);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(filter).connect(gain).connect(master);
  source.start(at, Math.random() * 0.5, seconds);
}

function tone(at: number, seconds: number, pitch: number, loud: number, type: OscillatorType = 'sine', bend = 1): void {
  if (!context || !master) return;
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, at);
  if (bend !== 1) source.frequency.exponentialRampToValueAtTime(pitch * bend, at + seconds);
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(gain).connect(master);
  source.start(at);
  source.stop(at + seconds + 0.02);
}

const SOUNDS: Record<SoundName, (at: number) => void> = {
  blade: (at) => hiss(at, 0.26, 2600, 5200, 0.05, 2.5),
  crack: (at) => {
    for (const [late, pitch] of [
      [0, 1900],
      [0.035, 2700],
      [0.06, 1400],
    ] as const)
      hiss(at + late, 0.045, pitch, pitch * 0.6, 0.16, 4);
    tone(at, 0.16, 130, 0.06, 'triangle', 0.6);
  },
  floe: (at) => {
    hiss(at, 0.4, 500, 180, 0.12, 0.8);
    tone(at, 0.3, 90, 0.08, 'sine', 0.7);
  },
  card: (at) => {
    hiss(at, 0.1, 3200, 1500, 0.07, 0.9);
    hiss(at + 0.09, 0.03, 900, 600, 0.1, 2);
  },
  crate: (at) => {
    tone(at, 0.1, 190, 0.12, 'triangle', 0.6);
    hiss(at, 0.06, 700, 300, 0.1, 1.5);
  },
  cube: (at) => {
    hiss(at, 0.16, 900, 1800, 0.05, 2);
    tone(at + 0.16, 0.25, 1318, 0.05);
    tone(at + 0.17, 0.3, 1976, 0.025);
  },
  step: (at) => hiss(at, 0.07, 1200, 500, 0.08, 1.2),
  bell: (at) => {
    tone(at, 0.9, 880, 0.07);
    tone(at, 0.6, 1760, 0.025);
    tone(at + 0.12, 0.9, 1174.7, 0.05);
  },
  end: (at) => [523.3, 659.3, 784, 1046.5].forEach((pitch, i) => tone(at + i * 0.13, 0.7, pitch, 0.06)),
};

export function sound(name: SoundName): void {
  if (!settings.sound || !context || context.state !== 'running') return;
  master!.gain.value = settings.volume;
  SOUNDS[name](context.currentTime + 0.01);
}

/** The sound of an event, by the word of the sentence that tells it: `log.step` is `step` (boards/GAME/sound.ts). */
export type SoundOf = (word: string) => SoundName | null;

const games = import.meta.glob<{ soundOf: SoundOf }>('../boards/*/sound.ts', { eager: true });

/** The sound of an event of a game; one that says nothing about its sounds is heard step by step. */
export function soundOf(game: string, key: string): SoundName | null {
  const own = games[`../boards/${game}/sound.ts`];
  return own ? own.soundOf(key.replace(/^log\./, '')) : 'step';
}
