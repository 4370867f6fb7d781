// What calls somebody back to a table: the bell, the title of the page, and a notice where it is not seen.

import { settings } from '../core/settings.svelte';
import { sound } from '../core/sound';
import { t } from '../core/words.svelte';

interface Turn {
  /** the table, and what its game is called */
  table: string;
  title: string;
  /** is it our turn? */
  due: boolean;
  /** is something still being shown? */
  stepping: boolean;
}

/** Rings once for each turn, as long as the page that asked for it is open. */
export function ringForTurns(turn: () => Turn): void {
  let rang = false;
  $effect(() => {
    const { table, title, due, stepping } = turn();
    document.title = due ? `● ${t('badge.your_turn')} · ${title}` : `${title || t('house.name')} · ${t('house.name')}`;
    if (stepping) return;
    if (due && !rang) {
      sound('bell');
      notice(table, title);
    }
    rang = due;
  });
  $effect(() => () => {
    document.title = t('house.name');
  });
}

function notice(table: string, title: string): void {
  if (!settings.notify || !document.hidden || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  const shown = new Notification(t('badge.your_turn'), { body: title, tag: table, icon: '/icon.svg' });
  shown.onclick = () => window.focus();
}
