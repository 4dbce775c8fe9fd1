import { CONTACT_EMAIL } from '@herenow/contract/constants';
import type { Kysely } from 'kysely';
import webPush from 'web-push';
import { createDelivery } from './delivery.ts';
import type { PushJob } from './jobs.ts';
import { sharedSecret } from '../../database/secrets.ts';
import type { Database } from '../../database/tables.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import { createSender, type PushTransport, type VapidKeys } from './sender.ts';
import * as store from './store.ts';
import { readEndpoint, readSubscription } from './subscription.ts';

/** Something worth waking a device for. */
export interface PushNews {
  userId: string;
  senderId?: string;
  kind: store.PushKind;
  payload: PushJob['payload'];
  /** When it is worth nothing any more. */
  expiresAt: Date;
  /** Time to take the news back before any device is woken. */
  delaySeconds?: number;
}

export type PushService = Awaited<ReturnType<typeof createPush>>;

export async function createPush(options: {
  db: Kysely<Database>;
  work: Work;
  clock: Clock;
  log: Log;
  /** The sender that push services are told: the site if it has https, else a contact address. */
  publicUrl: string;
  transport?: PushTransport | undefined;
  /** The sessions of a person that have a tab open. */
  connectedSessions(userId: string): Promise<string[]>;
}) {
  const { db, work, clock, log, publicUrl, transport = {}, connectedSessions } = options;
  const vapid = JSON.parse(
    await sharedSecret(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys())),
  ) as VapidKeys;
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${CONTACT_EMAIL}`;
  const sender = createSender({ vapid, subject, transport });
  const delivery = createDelivery({ db, work, clock, log, sender, connectedSessions });

  return {
    publicKey: vapid.publicKey,

    /** Registers the device of a session; throws 400 for what is no subscription. */
    async add({ userId, sessionId }: Caller, fcmToken: string): Promise<void> {
      const subscription = readSubscription(fcmToken, transport.allowPrivate ?? false);
      const row = { id: newId(), userId, sessionId, subscription, now: clock.now() };
      await work((tx) => store.putSubscription(tx.db, row));
    },

    async remove({ userId }: Caller, fcmToken: string): Promise<void> {
      await store.removeEndpoint(db, userId, readEndpoint(fcmToken));
    },

    /** Whether a person has a device that can be woken. */
    hasDevice: (on: Kysely<Database>, userId: string) => store.hasSubscription(on, userId, 'nearby'),

    /** Wakes every device of a person who wants to hear of this, after the commit. */
    async notify(tx: Tx, { expiresAt, delaySeconds = 0, ...news }: PushNews): Promise<void> {
      if (!(await store.hasSubscription(tx.db, news.userId, news.kind))) return;
      const job = { ...news, expiresAt: expiresAt.toISOString() };
      await tx.enqueue('wake', job, { startAfterSeconds: delaySeconds });
    },

    ...delivery,

    close: () => sender.close(),
  };
}
