import { ALERT_HOURS, CODE_MINUTES, FORMER_CHAT_DAYS, HOUR_MS } from '@herenow/contract/constants';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MOST_DAYS } from '../src/app/backup/commands.ts';
import { PACE } from '../src/app/sweep-pace.ts';
import { readConfig } from '../src/config.ts';
import { PROTECTED_MS } from '../src/features/accounts/mailboxes.ts';
import { IDLE_DAYS } from '../src/features/accounts/sessions-store.ts';
import { DECLINED_MS, WAIT_MS } from '../src/features/faces/policy.ts';
import { MONTH_MS } from '../src/features/moderation/service.ts';
import { UNHELD_MS } from '../src/features/photos/service.ts';
import { UNANSWERED_MS } from '../src/features/pins/memory-policy.ts';
import { LOG_KEPT_MS } from '../src/features/protections/service.ts';
import { NOBODY } from '../src/features/rights/holding.ts';
import { APPEAL_DECIDED_MS, BARRED_MS } from '../src/features/removed/bars.ts';
import { HOLDINGS } from '../src/features/rights/holdings.ts';
import { COPY_KEPT_MS } from '../src/features/rights/service.ts';
import { DATE_KEPT_MS } from '../src/features/safety/dates.ts';

const PAGE = path.join(import.meta.dirname, '../../web/public/privacy_policy.html');
const html = (await readFile(PAGE, 'utf8')).replaceAll(/\s+/g, ' ');
const headings = [...html.matchAll(/<(strong|h2)>(.+?)<\/\1>/g)].map(([, , text]) => text!.replace(/:$/, ''));

/** Returns the text under a heading, up to the end of its list item or the next heading. */
function under(heading: string): string {
  const found = new RegExp(`<(strong|h2)>${heading}:?</\\1>(.+?)(?=</li>|<h2>|</main>)`).exec(html);
  return found?.[2]?.replaceAll(/<[^>]+>/g, ' ') ?? '';
}
const NUMBERS: Record<string, number> = { an: 1, a: 1, four: 4, seven: 7, half: 0.5 };
const HOURS: Record<string, number> = { minute: 1 / 60, hour: 1, day: 24, year: 365 * 24 };

/** Returns the times in a text, in words or figures, as hours. */
const timesIn = (text: string): number[] =>
  [...text.matchAll(/\b(\d+|an|a|four|seven|half) (?:a )?(minute|hour|day|year)s?\b/g)].map(
    ([, count, unit]) => (NUMBERS[count!] ?? Number(count)) * HOURS[unit!]!,
  );

/** The heading that describes each table; tables about nobody have none. */
const TOLD: Record<string, readonly string[]> = {
  'Your account': ['users', 'sessions', 'codes', 'second_factors', 'passkeys', 'second_factor_resets'],
  'Your session': ['presences'],
  'Where you look from': ['viewpoints', 'movements', 'handouts'],
  'Your profile': ['photos'],
  'Selfies, if you get verified': ['face_checks'],
  'Pins and chats': ['chats', 'messages', 'message_reactions'],
  'That you had a pin or a chat with someone, and your name at the time': ['former_chats'],
  'Messages you delete or edit': ['message_versions'],
  'Blocks and reports': ['blocks', 'reports', 'operators', 'waiting_cases', 'moderation_holds'],
  'What is kept to protect others': [
    'pin_memories',
    'kept_blocks',
    'kept_hidings',
    'suspended_mailboxes',
    'sealed_cases',
    'barred_pictures',
    'barred_texts',
  ],
  'Words and messages of a report, and what the reported profile showed': [
    'report_messages',
    'reported_profiles',
  ],
  'What we decided about you, and what you said against it': [
    'moderation_log',
    'appeals',
    'removed_evidence',
  ],
  Notifications: ['news_sent', 'push_subscriptions', 'alerts'],
  'A copy of your data that you had made': ['data_exports'],
  Counters: ['rate_limits'],
  'What you told a friend about a date': ['shared_dates'],
  'What is on its way': ['photo_removals', 'pgboss.job', 'outbox', 'protections', 'published_events'],
};

test('everything held about people is under a heading of the privacy policy', () => {
  for (const heading of Object.keys(TOLD)) expect(headings).toContain(heading);
  const aboutPeople = Object.entries(HOLDINGS).filter(([, { without }]) => without !== NOBODY);
  expect(Object.values(TOLD).flat().toSorted()).toEqual(aboutPeople.map(([table]) => table).toSorted());
});

test.each<[string, number]>([
  ['Your account', CODE_MINUTES / 60],
  ['Notifications', ALERT_HOURS + 1],
  ['Blocks and reports', MONTH_MS / HOUR_MS],
  ['Chats', readConfig({}).chatRetentionMs / HOUR_MS],
  ['That you had a pin or a chat with someone, and your name at the time', FORMER_CHAT_DAYS * 24],
  ['Photos that no profile holds', UNHELD_MS / HOUR_MS],
  ['Selfies', WAIT_MS / HOUR_MS + 1],
  ['Selfies', DECLINED_MS / HOUR_MS],
  ['Words and messages of a report, and what the reported profile showed', MONTH_MS / HOUR_MS],
  ['What you told a friend about a date', DATE_KEPT_MS / HOUR_MS],
  ['A copy of your data that you had made', COPY_KEPT_MS / HOUR_MS],
  ['Sign-ins', IDLE_DAYS * 24],
  ['An account whose email was never verified', IDLE_DAYS * 24],
  ['Backups', LOG_KEPT_MS / HOUR_MS],
  ['Backups', MOST_DAYS * 24],
  ['What is kept to protect others', PROTECTED_MS / HOUR_MS],
  ['What is kept to protect others', UNANSWERED_MS / HOUR_MS],
  ['What is kept to protect others', BARRED_MS / HOUR_MS],
  ['What is kept to protect others', APPEAL_DECIDED_MS / HOUR_MS],
])('under *%s* the privacy policy names the %f hours that the server goes by', (heading, hours) => {
  expect(timesIn(under(heading))).toContain(hours);
});

test('unanswered pins are said to be kept for their own time alone, there and where an account is deleted', async () => {
  const words = path.join(import.meta.dirname, '../../web/src/features/settings/words.ts');
  const told = `${under('What is kept to protect others')} ${await readFile(words, 'utf8')}`;
  const sentences = told.split(/(?<=\.)\s/).filter((one) => /\banswered\b/.test(one));
  expect(sentences).toHaveLength(2);
  for (const one of sentences) expect(timesIn(one), one).toEqual([UNANSWERED_MS / HOUR_MS]);
});

test('expired data is swept often enough to be gone in the promised time', () => {
  expect(WAIT_MS + 2 * PACE.accounts).toBeLessThan(48 * HOUR_MS);
});
