import { isReliable, isYoung, type ReporterRecord } from './reporter-policy.ts';

/** A pending report of *Underage user* by a reporter who has a chat with the person or was shown them. */
export interface Voice extends ReporterRecord {
  reportId: string;
  mailbox: string;
  network: string;
  finished: boolean;
  /** Reports of that kind that operators rejected. */
  wrong: number;
  /**
   * Whether another report by any account of the reporter’s mailbox has hidden a person, and no operator has upheld it.
   */
  spent: boolean;
}

/**
 * Whether a reporter’s report counts. To prevent abuse, a reporter who was wrong, or awaits a judgement, does not count
 * for a time.
 */
export function isOfGoodStanding(voice: Voice, now: Date): boolean {
  const { finished, suspended, wrong, spent } = voice;
  return !isYoung(voice, now) && finished && !suspended && wrong === 0 && isReliable(voice) && !spent;
}

/**
 * Returns two reports of good standing by two different people, as far as mailboxes and networks can tell; undefined if
 * there are none.
 */
export function twoVoices(voices: readonly Voice[], now: Date): readonly [Voice, Voice] | undefined {
  const good = voices.filter((voice) => isOfGoodStanding(voice, now));
  for (const one of good)
    for (const other of good)
      if (one.mailbox !== other.mailbox && one.network !== other.network) return [one, other];
  return undefined;
}
