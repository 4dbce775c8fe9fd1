import { createHash } from 'node:crypto';
import { TryLater } from '../../database/jobs.ts';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { createLately } from '../../lib/lately.ts';
import { createSlots } from '../../lib/slots.ts';
import { OPEN_TAB_SECONDS, type PushJob } from './jobs.ts';
import { createRests } from './rests.ts';
import type { Sender } from './sender.ts';
import * as store from './store.ts';

/** The timeout for a push service while other pushes wait behind it (`wake`), and when none do (`wake-late`). */
const PATIENCE_MS = { wake: 1000, 'wake-late': 10_000 };
type Way = keyof typeof PATIENCE_MS;
type Became = 'over' | 'late' | 'resting' | 'failed';
/** How long all devices of a user may take together, one after the other, before the user moves to the slow queue. */
const TOGETHER_MS = 500;
/** How long the pushes of a host or user go straight to the slow queue after one was late. */
const LATE_MS = 10 * 60_000;
/** As long as the standard allows. */
const TOPIC_LENGTH = 32;
/** The delay before retrying a device whose service failed while other devices of the user were woken. */
const AGAIN_SECONDS = 2;

/**
 * A topic that names the chat, or the kind of news, to the service of one device. If the devices of both people had the
 * same topic, their push service would learn who chats with whom.
 */
const topicOf = ({ id }: store.Target, { kind, payload }: PushJob): string =>
  createHash('sha256')
    .update(`${id} ${payload.chatId ?? kind}`)
    .digest('base64url')
    .slice(0, TOPIC_LENGTH);

/** Runs the jobs of pushes. */
export function createDelivery(options: {
  db: Db;
  work: Work;
  clock: Clock;
  log: Log;
  sender: Pick<Sender, 'send'>;
  connectedSessions(userId: string): Promise<string[]>;
}) {
  const { db, work, clock, log, sender, connectedSessions } = options;
  const late = createLately(clock, LATE_MS);
  const rests = createRests(clock);
  const turns = createSlots(1);
  /**
   * Runs the database queries of one push at a time. Up to twenty jobs start at once: on as many connections they would
   * take the processor from requests that wait for a response.
   */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => turns.take('', task);

  /**
   * Sends the push to a device and returns the result. `failed`: a retry may help; `resting`: once the rest is over.
   */
  async function wake(target: store.Target, job: PushJob, way: Way): Promise<Became> {
    const { host } = new URL(target.endpoint);
    if (rests.left(target.id) > 0) return 'resting';
    if (way === 'wake' && (late.has(host) || late.has(job.userId))) return 'late';
    const push = {
      userId: job.userId,
      payload: JSON.stringify(job.payload),
      ttlSeconds: secondsLeft(job),
      topic: topicOf(target, job),
    };
    try {
      rests.asking(target.id);
      const result = await sender.send(target, push, PATIENCE_MS[way]);
      if (result.outcome === 'gone') await inTurn(() => store.removeSubscription(db, target.id));
      if (result.outcome === 'refused') {
        // Anybody can register any address, so one that always refuses must not be asked forever.
        rests.unanswered(target.id);
        log.warn({ host, status: result.status }, 'push refused');
        return 'over';
      }
      if (result.outcome !== 'late') {
        rests.answered(target.id);
        return 'over';
      }
      late.add(host);
      late.add(job.userId);
      rests.unanswered(target.id);
      return rests.left(target.id) > 0 ? 'resting' : 'late';
    } catch (error) {
      log.debug({ err: error, host }, 'push failed');
      // A service that breaks off each time would otherwise have four connections for each message.
      rests.unanswered(target.id);
      return rests.left(target.id) > 0 ? 'resting' : 'failed';
    }
  }

  /** Wakes these devices, and queues those that are late, resting or have failed. Throws when all have failed. */
  async function wakeAll(job: PushJob, targets: readonly store.Target[], way: Way): Promise<void> {
    const became: { id: string; how: Became }[] = [];
    const one = async (target: store.Target) =>
      void became.push({ id: target.id, how: await wake(target, job, way) });
    // A user with many devices must use no more of a service at a time than other users do.
    if (way === 'wake') await oneByOne(job.userId, targets, one);
    else await Promise.all(targets.map(one));

    const those = (how: Became) => became.filter((found) => found.how === how).map(({ id }) => id);
    const slow = way === 'wake' ? those('late') : [];
    const failed = way === 'wake' ? those('failed') : [...those('failed'), ...those('late')];
    if (failed.length === targets.length) throw new TryLater('No push service took the push in time.');
    const resting = those('resting');
    const restSeconds = Math.ceil(Math.min(...resting.map(rests.left)) / 1000);
    const rested = restSeconds < secondsLeft(job);
    if (slow.length + failed.length + (rested ? 1 : 0) === 0) return;
    const leaveToDo = async (tx: Tx) => {
      const again = { startAfterSeconds: AGAIN_SECONDS };
      if (failed.length > 0) await tx.enqueue(way, { ...job, subscriptionIds: failed }, again);
      if (slow.length > 0) await tx.enqueue('wake-late', { ...job, subscriptionIds: slow });
      const then = { startAfterSeconds: restSeconds };
      if (rested) await tx.enqueue('wake-late', { ...job, subscriptionIds: resting }, then);
    };
    await inTurn(() => work(leaveToDo));
  }

  /**
   * Wakes devices in sequence. Other pushes wait for all of them, so services that each respond just in time can add up
   * to a late push.
   */
  async function oneByOne(
    userId: string,
    targets: readonly store.Target[],
    ask: (target: store.Target) => Promise<void>,
  ): Promise<void> {
    const began = performance.now();
    for (const target of targets) {
      await ask(target);
      if (performance.now() - began > TOGETHER_MS) late.add(userId);
    }
  }

  const secondsLeft = ({ expiresAt }: PushJob) =>
    Math.floor((Date.parse(expiresAt) - clock.now().getTime()) / 1000);

  /**
   * Runs the job: wakes the devices for which the news is still worth it. Throws when a retry makes sense. A push
   * without a response within a second moves to the slow queue, where it holds up only other slow ones. Clients hold a
   * socket only while a user looks at them, so the device of an open tab is not woken; the other devices of the user
   * are, once the news has stayed unread for a while.
   */
  async function deliver(job: PushJob, way: Way): Promise<void> {
    if (secondsLeft(job) <= 0) return;
    const targets = await inTurn(() => store.listTargets(db, job, clock.now()));
    if (targets.length === 0) return;
    const open = await connectedSessions(job.userId);
    if (open.length > 0 && !job.waited) {
      const waited = { ...job, waited: true };
      const later = (tx: Tx) => tx.enqueue('wake', waited, { startAfterSeconds: OPEN_TAB_SECONDS });
      await inTurn(() => work(later));
      return;
    }
    const away = targets.filter(({ sessionId }) => !open.includes(sessionId));
    if (away.length > 0) await wakeAll(job, away, way);
  }

  return { deliver };
}
