import { addFcmToken, getPushKey, removeFcmToken } from '@herenow/contract/push';
import { api } from '../../lib/api.ts';
import { warn } from '../../lib/log.ts';
import { session } from '../../lib/session.ts';

export type PushPermission = NotificationPermission | 'unsupported';

export function pushPermission(): PushPermission {
  const supported = 'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window;
  return supported ? Notification.permission : 'unsupported';
}

/** Subscribes this device and registers it with the server. Nothing depends on it, so a failure is only logged. */
export async function subscribeToPush(): Promise<void> {
  const { userId } = session.get();
  if (!userId || pushPermission() !== 'granted') return;
  try {
    const registration = await serviceWorker();
    if (!registration) return;
    const applicationServerKey = keyBytes(await api(getPushKey, {}));
    const subscription = await subscribe(registration.pushManager, applicationServerKey);
    await api(addFcmToken, { body: { userId, fcmToken: JSON.stringify(subscription) } });
  } catch (error) {
    warn('Failed to send token to server', error);
  }
}

export async function allowPush(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') await subscribeToPush();
}

/** Ends this device's subscription here and on the server; must be called while still signed in. */
export async function unsubscribeFromPush(): Promise<void> {
  try {
    if (pushPermission() === 'unsupported') return;
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    if (!subscription) return;
    const { userId, token } = session.get();
    const fcmToken = JSON.stringify(subscription);
    try {
      if (userId && token)
        await api(removeFcmToken, { body: { userId, fcmToken }, timeoutMs: 5000, late: true });
    } finally {
      // If the call failed: the server also deletes a subscription once its endpoint is gone.
      await subscription.unsubscribe();
    }
  } catch (error) {
    warn('Push subscription not removed', error);
  }
}

/** Returns the active service worker; undefined if none is registered, as in development. */
async function serviceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration ? navigator.serviceWorker.ready : undefined;
}

/** Returns this device's subscription, after replacing one made for another server key. */
async function subscribe(push: PushManager, applicationServerKey: Uint8Array<ArrayBuffer>) {
  const options = { userVisibleOnly: true, applicationServerKey };
  const existing = await push.getSubscription();
  if (existing && sameBytes(existing.options.applicationServerKey, applicationServerKey)) return existing;
  await existing?.unsubscribe();
  return push.subscribe(options);
}

function sameBytes(one: ArrayBuffer | null, other: Uint8Array): boolean {
  if (!one || one.byteLength !== other.length) return false;
  return new Uint8Array(one).every((byte, at) => byte === other[at]);
}

function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.trim().replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
