import { CONTACT_EMAIL } from '@herenow/contract/constants';
import type { Kysely } from 'kysely';
import webPush from 'web-push';
import { OPEN_TAB_SECONDS, type PushJob } from './jobs.ts';
import { sharedSecret } from '../../database/secrets.ts';
import type { JobData } from '../../database/jobs.ts';
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
const PATIENCE_MS = { wake: 1000, 'wake-late': 10_000 };
type Way = keyof typeof PATIENCE_MS;
/** How long a host or a person whose push was late goes the slow way at once. */
const LATE_MS = 10 * 60_000;
/** Until a device is tried again whose service failed while others of the person were woken. */
const AGAIN_SECONDS = 2;

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

  /** What became of the push to a device; `failed` is worth another try. */
  async function wake(target: store.Target, job: PushJob, way: Way): Promise<'over' | 'late' | 'failed'> {
    const { host } = new URL(target.endpoint);
    if (way === 'wake' && (late.has(host) || late.has(job.userId))) return 'late';
    const topic = (job.payload.chatId ?? job.kind).replaceAll('-', '');
    const push = { payload: JSON.stringify(job.payload), ttlSeconds: secondsLeft(job), topic };
    try {
      const result = await sender.send(target, push, PATIENCE_MS[way]);
      if (result.outcome === 'gone') await store.removeSubscription(db, target.id);
      if (result.outcome === 'refused') log.warn({ host, status: result.status }, 'push refused');
      if (result.outcome !== 'late') return 'over';
      late.add(host);
      late.add(job.userId);
      return 'late';
    } catch (error) {
      log.debug({ err: error, host }, 'push failed');
      return 'failed';
    }
  }

  /** Wakes these devices, and queues those that are late or have failed once more. Throws where all have failed. */
  async function wakeAll(job: PushJob, targets: readonly store.Target[], way: Way): Promise<void> {
    const became: { id: string; how: Awaited<ReturnType<typeof wake>> }[] = [];
    const one = async (target: store.Target) =>
      void became.push({ id: target.id, how: await wake(target, job, way) });
    // Somebody with many devices takes no more of a service at a time than others do.
    if (way === 'wake') for (const target of targets) await one(target);
    else await Promise.all(targets.map(one));

    const those = (how: string) => became.filter((found) => found.how === how).map(({ id }) => id);
    const slow = way === 'wake' ? those('late') : [];
    const failed = way === 'wake' ? those('failed') : [...those('failed'), ...those('late')];
    if (failed.length === targets.length) throw new Error('No push service took the push in time.');
    if (slow.length + failed.length === 0) return;
    await work(async (tx) => {
      const again = { startAfterSeconds: AGAIN_SECONDS };
      if (failed.length > 0) await tx.enqueue(way, { ...job, subscriptionIds: failed }, again);
      if (slow.length > 0) await tx.enqueue('wake-late', { ...job, subscriptionIds: slow });
    });
  }

  const secondsLeft = ({ expiresAt }: PushJob) =>
    Math.floor((Date.parse(expiresAt) - clock.now().getTime()) / 1000);

  /**
   * The job: wakes whom it is still worth waking. Throws when trying again later makes sense. What gets no answer within
   * a second goes the slow way, where it holds up only others that are slow.
   * Clients hold a socket only while they are looked at, so the device of an open tab is not woken; the others of the
   * person are, once the news has not been read there for a while.
   */
  async function deliver(job: PushJob, way: Way): Promise<void> {
    if (secondsLeft(job) <= 0) return;
    const targets = await store.listTargets(db, job, clock.now());
    if (targets.length === 0) return;
    const open = await connectedSessions(job.userId);
    if (open.length > 0 && !job.waited) {
      const waited = { ...job, waited: true };
      await work((tx) => tx.enqueue('wake', waited, { startAfterSeconds: OPEN_TAB_SECONDS }));
      return;
    }
    const away = targets.filter(({ sessionId }) => !open.includes(sessionId));
    if (away.length > 0) await wakeAll(job, away, way);
  }

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

    deliver,

    /** A job of a node of the release before. */
    deliverLeftover: ({ subscriptionId, ...job }: JobData['push']): Promise<void> =>
      deliver({ ...job, subscriptionIds: [subscriptionId] }, 'wake-late'),

    close: () => sender.close(),
  };
}
