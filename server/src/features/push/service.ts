import { CONTACT_EMAIL } from '@herenow/contract/constants';
import type { Kysely } from 'kysely';
import webPush from 'web-push';
import { OPEN_TAB_SECONDS, type PushJob } from './jobs.ts';
import { sharedSecret } from '../../database/secrets.ts';
import type { Database } from '../../database/tables.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import { createLateList } from './late-list.ts';
import { createSender, type PushTransport, type VapidKeys } from './sender.ts';
import * as store from './store.ts';
import { readEndpoint, readSubscription } from './subscription.ts';

/** How long a push service may take before it holds up others’ pushes, and when nobody waits behind it. */
const PATIENCE_MS = { push: 1000, 'push-late': 10_000 };
/** How long a host or a person whose push was late goes the slow way at once. */
const LATE_MS = 10 * 60_000;

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
  const late = createLateList(clock, LATE_MS);

  /**
   * Whether a tab stands in for the device. Clients hold a socket only while they are looked at, so the device of an
   * open tab is not woken; the others are, once the news has not been read there for a while.
   */
  async function isTold(job: PushJob, sessionId: string): Promise<boolean> {
    const open = await connectedSessions(job.userId);
    if (open.length === 0) return false;
    if (job.waited) return open.includes(sessionId);
    await work((tx) => tx.enqueue('push', { ...job, waited: true }, { startAfterSeconds: OPEN_TAB_SECONDS }));
    return true;
  }

  const goSlowly = (job: PushJob) => work((tx) => tx.enqueue('push-late', job));

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
    hasDevice: store.hasSubscription,

    /** Wakes every device of a person who wants to hear of this, after the commit. */
    async notify(tx: Tx, { expiresAt, delaySeconds = 0, ...news }: PushNews): Promise<void> {
      const { userId, kind } = news;
      for (const subscriptionId of await store.listSubscriptionIds(tx.db, userId, kind)) {
        const data = { ...news, subscriptionId, expiresAt: expiresAt.toISOString() };
        await tx.enqueue('push', data, { startAfterSeconds: delaySeconds });
      }
    },

    /**
     * The job: sends if it is still worth it. Throws when trying again later makes sense. What gets no answer within a
     * second goes the slow way, where it holds up only others that are slow.
     */
    async deliver(job: PushJob, way: 'push' | 'push-late'): Promise<void> {
      const ttlSeconds = Math.floor((Date.parse(job.expiresAt) - clock.now().getTime()) / 1000);
      if (ttlSeconds <= 0) return;
      const target = await store.findTarget(db, job, clock.now());
      if (!target || (await isTold(job, target.sessionId))) return;
      const topic = (job.payload.chatId ?? job.kind).replaceAll('-', '');
      const { host } = new URL(target.endpoint);
      if (way === 'push' && (late.has(host) || late.has(job.userId))) return await goSlowly(job);
      const news = { payload: JSON.stringify(job.payload), ttlSeconds, topic };
      const result = await sender.send(target, news, PATIENCE_MS[way]);
      if (result.outcome === 'late') {
        late.add(host);
        late.add(job.userId);
        if (way === 'push') return await goSlowly(job);
        throw new Error('The push service did not answer in time.');
      }
      if (result.outcome === 'gone') await store.removeSubscription(db, job.subscriptionId);
      if (result.outcome === 'refused') log.warn({ host, status: result.status }, 'push refused');
    },

    close: () => sender.close(),
  };
}
