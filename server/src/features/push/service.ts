import { CONTACT_EMAIL } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import webPush from 'web-push';
import { createDelivery } from './delivery.ts';
import type { PushJob } from './jobs.ts';
import { sharedSecret } from '../../database/secrets.ts';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import { createSender, type PushTransport, type VapidKeys } from './sender.ts';
import * as store from './store.ts';
import { readEndpoint, readSubscription } from './subscription.ts';

/** News worth waking a device for. */
export interface PushNews {
  userId: string;
  senderId?: string;
  kind: store.PushKind;
  payload: PushJob['payload'];
  /** When the news becomes worthless. */
  expiresAt: Date;
  /** Leaves time to withdraw the news before any device is woken. */
  delaySeconds?: number;
}

export type PushService = Awaited<ReturnType<typeof createPush>>;

export async function createPush(options: {
  db: Db;
  work: Work;
  clock: Clock;
  log: Log;
  /** Identifies the sender to push services: the site if it has https, else a contact address. */
  publicUrl: string;
  transport?: PushTransport | undefined;
  /** Returns the sessions of a user that have a tab open. */
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

    /** Registers the device of a session; throws 400 for an invalid subscription, 401 once the session has ended. */
    async add({ userId, sessionId }: Caller, fcmToken: string): Promise<void> {
      const subscription = readSubscription(fcmToken, transport.allowPrivate ?? false);
      const row = { id: newId(), userId, sessionId, subscription, now: clock.now() };
      await work(async (tx) => {
        if (!(await store.lockSession(tx.db, row))) throw new Refused(refusals.signInAgain);
        await store.putSubscription(tx.db, row);
      });
    },

    async remove({ userId }: Caller, fcmToken: string): Promise<void> {
      await store.removeEndpoint(db, userId, readEndpoint(fcmToken));
    },

    hasDevice: (on: Db, userId: string) => store.hasSubscription(on, userId, 'nearby'),

    /** Wakes, after the commit, every device of a user who has this kind of push switched on. */
    async notify(tx: Tx, { expiresAt, delaySeconds = 0, ...news }: PushNews): Promise<void> {
      if (!(await store.hasSubscription(tx.db, news.userId, news.kind))) return;
      const job = { ...news, expiresAt: expiresAt.toISOString() };
      await tx.enqueue('wake', job, { startAfterSeconds: delaySeconds });
    },

    ...delivery,

    close: () => sender.close(),
  };
}
