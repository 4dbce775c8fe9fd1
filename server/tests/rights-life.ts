import { setAlert } from '@herenow/contract/alerts';
import { forgotPassword } from '@herenow/contract/accounts';
import { editMessage } from '@herenow/contract/chats';
import { holdCase, moderate } from '@herenow/contract/moderation';
import { updateUser } from '@herenow/contract/profile';
import { requestExport } from '@herenow/contract/rights';
import { shareDate } from '@herenow/contract/shared-dates';
import { expect } from 'vitest';
import {
  feedOf,
  goVisible,
  later,
  meet,
  ok,
  pin,
  recordOf,
  reject,
  send,
  tellPosition,
} from '@herenow/testing/encounters';
import { api, BERLIN, person, type Person } from '@herenow/testing/people';
import { block, report } from '@herenow/testing/safety';
import { addTestPasskey } from '@herenow/testing/passkeys';
import { makeOperator } from '@herenow/testing/second-factor';
import type { TestApp } from '@herenow/testing/start-app';
import { newId } from '../src/lib/ids.ts';
import { writeFiles } from './photos-pictures.ts';

/** Texts that only ada could have written. */
export const TEXTS = [
  'hello from the scan',
  'what was edited away',
  'they scared me in the scan',
  'the pub of the scan',
];
const NAME = 'ada of the scan';

export interface Life {
  ada: Person;
  bela: Person;
  chidi: Person;
  dana: Person;
  /** Everything by which ada could be found. */
  marks: string[];
}

/** Gives ada photos, and takes the second one off her profile. */
async function showPhotos(app: TestApp, ada: Person): Promise<void> {
  await writeFiles(app, ada);
  const { photos } = await recordOf(ada);
  ok(await ada.api(updateUser, { body: { id: ada.id, photos: [{ id: photos[0]!.id }] } as never }));
}

async function meetPeople(app: TestApp, { ada, bela, chidi, dana }: Omit<Life, 'marks'>): Promise<void> {
  await tellPosition(ada, [BERLIN[0] + 0.05, BERLIN[1]]);
  const chatId = await meet(app, ada, bela);
  await send(bela, chatId, 'Hello, ada');
  const { id } = await send(ada, chatId, TEXTS[1]!);
  const edited = { id, chatId, content: TEXTS[0]!, senderId: ada.id };
  ok(await ada.api(editMessage, { body: edited }));
  for (const who of [chidi, dana]) await goVisible(app, who);
  await feedOf(ada);
  const declined = await pin(chidi, ada);
  await reject(ada, declined);
  // As if she had registered, which gives an account the key of its mailbox.
  await app.pool.query('UPDATE users SET mailbox = m.target FROM pin_memories m WHERE id = $1', [ada.id]);
  await pin(ada, dana);
}

/** Makes ada leave a trace wherever possible, and the people who met her, too. */
export async function live(app: TestApp): Promise<Life> {
  const ada = await person(app, NAME, { email: 'ada.of.the.scan@example.org', photos: 2 });
  const bela = await person(app, 'bela', { email: 'bela@example.org' });
  const chidi = await person(app, 'chidi', { email: 'chidi@example.org' });
  const dana = await person(app, 'dana', { email: 'dana@example.org' });
  const people = { ada, bela, chidi, dana };
  await showPhotos(app, ada);
  await meetPeople(app, people);
  await addTestPasskey(app, ada, await makeOperator(app, ada));
  await makeOperator(app, dana);
  await report(bela, ada, { words: 'Ada was rude', fromChat: true });
  ok(await dana.api(moderate, { params: { userId: ada.id }, body: { action: 'warn', why: 'Be kind.' } }));
  await report(bela, ada, { words: 'Ada was rude again', fromChat: true });
  ok(await dana.api(holdCase, { params: { userId: ada.id }, body: { hold: true } }));
  await report(ada, bela, { words: TEXTS[2], fromChat: true });
  await report(bela, chidi, { words: 'A spammer', fromChat: true });
  ok(await ada.api(moderate, { params: { userId: chidi.id }, body: { action: 'dismiss' } }));
  await block(ada, chidi);
  await block(dana, ada);
  await app.pool.query(
    `INSERT INTO push_subscriptions (id, endpoint, user_id, session_id, keys, created_at)
     SELECT $1, $2, user_id, id, '{}', $4 FROM sessions WHERE user_id = $3`,
    [newId(), `https://push.example.org/${ada.id}`, ada.id, app.clock.now()],
  );
  ok(await ada.api(setAlert, { body: { userId: ada.id } }));
  ok(await api(app, forgotPassword, { body: { email: ada.email } }));
  // A job creates the code.
  await expect.poll(async () => (await app.pool.query('SELECT FROM codes')).rowCount).toBeGreaterThan(0);
  ok(await ada.api(shareDate, { body: { who: 'Bela', place: TEXTS[3]!, until: later(app, 2) } }));
  ok(await ada.api(requestExport));
  const { rows } = await app.pool.query<{ key: string }>('SELECT key FROM photos WHERE user_id = $1', [
    ada.id,
  ]);
  const keys = rows.map(({ key }) => key);
  return { ...people, marks: [ada.id, ada.email, NAME, ...keys, ...TEXTS] };
}
