// Alerts of one's turns in matches by days: this browser told by its push service, a webhook, quiet hours, tables.
// (public/sw.js shows what arrives.)

import { Trouble } from './api';
import { asPlayer, holdsCard } from './card.svelte';
import { language, t } from './words.svelte';
import type { AlertsInfo, BrowserWish, QuietWish, Trial, TrialWish, WebhookWish } from '../players';
import type { Clock } from '../protocol';

export const DAY = 86_400; // seconds: whoever has less for a move waits at the table
export const byDays = (clock: Clock): boolean => clock.kind !== 'none' && (clock.seconds ?? 0) >= DAY;

export const alerts: { info: AlertsInfo | null } = $state({ info: null });

async function wish(path: string, body?: unknown, method?: string): Promise<void> {
  alerts.info = await asPlayer<AlertsInfo>(`/me/alerts${path}`, body, method);
}

/** What the server knows; and this browser's own word for it, if it may be told: its subscription or our language may
 * be another by now, and who has withdrawn the leave is told no more. */
export async function readAlerts(): Promise<void> {
  if (!holdsCard()) return;
  await wish('');
  if (!alerts.info?.browser || !canBeTold()) return;
  const subscription = await (await worker())?.pushManager.getSubscription();
  await (subscription ? wish('/browser', wishOf(subscription)) : wish('/browser', undefined, 'DELETE'));
}

export const canBeTold = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
const worker = (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration();

function wishOf(subscription: PushSubscription): BrowserWish {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth!, language: language() };
}

/** Let the server tell this browser, also while no page of it is open. */
export async function tellHere(): Promise<void> {
  const registration = canBeTold() ? await worker() : undefined;
  if (!registration) throw new Trouble('refused', t('alerts.cannot'));
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Trouble('refused', t('settings.notify_blocked'));
  await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may be by another key
  const applicationServerKey = alerts.info?.push_key ?? null;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => {
    throw new Trouble('refused', t('alerts.no_service'));
  });
  await wish('/browser', wishOf(made));
}

export async function tellHereNoMore(): Promise<void> {
  await wish('/browser', undefined, 'DELETE');
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe();
}

export const tellWebhook = (address: string): Promise<void> =>
  wish('/webhook', { address, language: language() } satisfies WebhookWish);
export const tellWebhookNoMore = (): Promise<void> => wish('/webhook', undefined, 'DELETE');
export const beQuiet = (hours: QuietWish | null): Promise<void> =>
  hours ? wish('/quiet', hours) : wish('/quiet', undefined, 'DELETE');
export const tellOf = (table: string, on: boolean): Promise<void> =>
  wish(`/tables/${encodeURIComponent(table)}`, { on });
export const tryOut = (to: TrialWish['to']): Promise<Trial> => asPlayer('/me/alerts/trial', { to });

/** Why something was not taken, in words. */
export function why(trouble: string): string {
  const known: Record<string, string> = {
    address: t('alerts.why_address'),
    time: t('alerts.why_time'),
    connection: t('alerts.why_connection'),
  };
  return known[trouble] ?? t('alerts.why_status', { status: trouble });
}

/** Whoever has come to a table need not be called there any more. */
export async function hushAlerts(table: string): Promise<void> {
  if (!canBeTold()) return;
  const shown = await (await worker())?.getNotifications({ tag: table });
  for (const one of shown ?? []) one.close();
}

/** 22:30 as minutes of the day, and back. */
export const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const clockTime = (of: number): string =>
  [Math.floor(of / 60), of % 60].map((part) => String(part).padStart(2, '0')).join(':');
