import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';
import { createSlots } from '../../lib/slots.ts';

const RETRY_SECONDS = 5;

interface Uploader {
  person: string;
  network: string;
}

/** A running task; `cut` aborts it. */
interface Place {
  network: string;
  since: number;
  cut: AbortController;
}

export type UploadGate = <T>(
  uploader: Uploader,
  patience: AbortSignal,
  task: (cut: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Throws 429 once a task has lost its place. */
export const untilCut = (cut: AbortSignal): Promise<never> =>
  new Promise((_, reject) => cut.addEventListener('abort', () => reject(busy()), { once: true }));

/**
 * Runs a bounded number of tasks, one per user at a time; a bounded number of further tasks of the same user wait for
 * it without taking a place, until their patience ends. Throws 429 beyond that. If all places are taken, the longest-running task of the network
 * that holds most makes room, once it has had its time, for one of a network that holds fewer. Otherwise a few accounts
 * with slow uploads would keep everybody else from uploading.
 */
export function createUploadGate(limits: {
  running: number;
  waitingByPerson: number;
  patienceMs: number;
}): UploadGate {
  const turns = createSlots(1);
  /** The one that has run longest first. */
  const places = new Set<Place>();

  async function run<T>(network: string, task: (cut: AbortSignal) => Promise<T>): Promise<T> {
    if (places.size >= limits.running) makeRoom(network);
    const place = { network, since: performance.now(), cut: new AbortController() };
    places.add(place);
    try {
      return await task(place.cut.signal);
    } finally {
      places.delete(place);
    }
  }

  function makeRoom(network: string): void {
    const heldBy = (one: string) => [...places].filter((place) => place.network === one).length;
    const most = Math.max(...[...places].map((place) => heldBy(place.network)));
    const longest = [...places].find((place) => heldBy(place.network) === most)!;
    const due = performance.now() - longest.since >= limits.patienceMs;
    if (!due || heldBy(network) >= most) throw busy();
    places.delete(longest);
    longest.cut.abort();
  }

  return async ({ person, network }, patience, task) => {
    if (turns.countOf(person) > limits.waitingByPerson) throw busy();
    const ran = await turns.take(person, async () => ({ result: await run(network, task) }), patience);
    if (!ran) throw busy();
    return ran.result;
  };
}

const busy = () => new Refused(refusals.uploadsBusy, { retryAfter: RETRY_SECONDS });
