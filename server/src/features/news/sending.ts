import { createHash } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { isNobody, newsLetter, renderLetter, type Carrier, type SmtpError } from '../mail/index.ts';
import * as store from './store.ts';
import type { Unsubscribing } from './unsubscribing.ts';

const BATCH = 100;
/** After this many refused mails in a row, the mail server is down or takes none from here. */
const MOST_IN_A_ROW = 20;
const FIRST = '00000000-0000-0000-0000-000000000000';

export interface News {
  subject: string;
  paragraphs: string[];
}

/**
 * Parses news: the first line is the subject; paragraphs follow, separated by empty lines. Returns undefined if either
 * is missing.
 */
export function readNews(text: string): News | undefined {
  const [subject = '', ...lines] = text.replaceAll('\r\n', '\n').trim().split('\n');
  const paragraphs = lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((one) => one.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean);
  return subject.trim() === '' || paragraphs.length === 0
    ? undefined
    : { subject: subject.trim(), paragraphs };
}

/** Derives the id from the text, so that a run that was interrupted continues where it stopped. */
const idOf = (news: News): string =>
  createHash('sha256').update(JSON.stringify(news)).digest('base64url').slice(0, 22);

export const countRecipients = (db: Db, news: News): Promise<number> => store.countRecipients(db, idOf(news));

/**
 * Mails news to every user who allows it and has not received it. Each mail is recorded before it is sent, so that
 * nobody gets it twice, however often a run is interrupted or repeated. Refused addresses are left for the next run,
 * unless the mailbox does not exist. A run stops once the mail server takes no more mails.
 */
export async function sendNews(
  options: {
    db: Db;
    clock: Clock;
    carrier: Pick<Carrier, 'carry'>;
    unsubscribing: Pick<Unsubscribing, 'tokenOf'>;
    publicUrl: string;
  },
  news: News,
): Promise<{ sent: number; failed: number; nobody: number }> {
  const { db, clock, carrier, unsubscribing, publicUrl } = options;
  const newsId = idOf(news);
  const result = { sent: 0, failed: 0, nobody: 0 };
  let failedInARow = 0;
  for (let after = FIRST; ;) {
    const recipients = await store.listRecipients(db, newsId, after, BATCH);
    if (recipients.length === 0) return result;
    for (const { id, email } of recipients) {
      if (!(await store.claim(db, newsId, id, clock.now()))) continue;
      const link = `${publicUrl}/unsubscribe/${unsubscribing.tokenOf(id)}`;
      const headers = {
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      try {
        await carrier.carry({ to: email, ...renderLetter(newsLetter({ ...news, link })), headers });
        result.sent += 1;
        failedInARow = 0;
      } catch (error) {
        if (isNobody(error as SmtpError)) {
          result.nobody += 1;
          continue;
        }
        // It may have arrived, and nobody gets it twice.
        if (!(error as SmtpError).unconfirmed) await store.unclaim(db, newsId, id);
        result.failed += 1;
        failedInARow += 1;
        if (failedInARow === MOST_IN_A_ROW) return result;
      }
    }
    after = recipients.at(-1)!.id;
  }
}
