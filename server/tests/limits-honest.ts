import { login, validateToken } from '@herenow/contract/accounts';
import { listChats } from '@herenow/contract/chats';
import { HOUR_MS } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import { pinUser } from '@herenow/contract/pins';
import { goOnline } from '@herenow/contract/presence';
import { getUser, updateLocation } from '@herenow/contract/profile';
import { reportUser } from '@herenow/contract/safety';
import { goVisible, later, meet, stayingSignedIn, trySend } from '@herenow/testing/encounters';
import { api, BERLIN, insertPerson, PASSWORD, person, type ApiAnswer } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, vi } from 'vitest';
import { newId } from '../src/lib/ids.ts';

const AT_ONCE = 20;

interface Member {
  id: string;
  email: string;
}

/**
 * Makes people behind one address, with accounts older than a day, sign in, look around, go visible, pin, chat and
 * report within an hour. Returns what a limit refused. The caller fakes the time of day.
 */
export async function crowdBehindOneAddress(app: TestApp, count: number): Promise<string[]> {
  const members = Array.from({ length: count }, (): Member => {
    const id = newId();
    return { id, email: `${id}@example.org` };
  });
  for (const member of members) await insertPerson(app, { ...member, name: 'member' }, {});
  vi.setSystemTime(Date.now() + 25 * HOUR_MS);
  const refused: string[] = [];
  for (let at = 0; at < count; at += AT_ONCE) {
    const next = members.slice(at, at + AT_ONCE);
    const answers = await Promise.all(next.map((one) => evening(app, one, members[at - 1] ?? members[0]!)));
    refused.push(...answers.flat());
    vi.setSystemTime(Date.now() + (HOUR_MS * AT_ONCE) / count);
  }
  return refused;
}

async function evening(app: TestApp, { id, email }: Member, neighbour: Member): Promise<string[]> {
  const signedIn = await api(app, login, { body: { email, password: PASSWORD } });
  const token = signedIn.text;
  const location = { type: 'Point' as const, coordinates: BERLIN };
  const report = { reporterId: id, reportedUserId: neighbour.id, reason: 'Other' as const };
  const answers: ApiAnswer[] = [signedIn];
  const note = async (answer: Promise<ApiAnswer>) => void answers.push(await answer);
  await note(api(app, validateToken, { token }));
  await note(api(app, getUser, { params: { id }, token }));
  await note(api(app, updateLocation, { params: { id }, body: location, token }));
  await note(api(app, listFeed, { body: { userId: id }, token }));
  await note(api(app, goOnline, { body: { userId: id, onlineUntil: later(app, 2) }, token }));
  await note(api(app, listFeed, { body: { userId: id }, token }));
  await note(api(app, pinUser, { body: { userId: id, pinnedUserId: neighbour.id }, token }));
  await note(api(app, listChats, { params: { userId: id }, token }));
  if (neighbour.id !== id) await note(api(app, reportUser, { body: report, token }));
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  return answers.flatMap(({ status, text }) =>
    [401, 403, 429].includes(status) ? [`${status} ${text}`] : [],
  );
}

/**
 * Makes two people send a message each second, read each other's messages, and type. Returns what was refused to either
 * of them, over HTTP and over STOMP.
 */
export async function coupleThatWrites(app: TestApp, seconds: number): Promise<string[]> {
  const couple = [await person(app, 'ada'), await person(app, 'bela')] as const;
  const chatId = await meet(app, ...couple);
  const refused = new Set<string>();
  const sides = await Promise.all(
    couple.map(async (who) => ({
      who: stayingSignedIn(app, who),
      stomp: await connectStomp({ url: app.url, token: who.token }),
    })),
  );
  const [ada, bela] = sides as [(typeof sides)[0], (typeof sides)[0]];
  for (let second = 0; second < seconds; second += 1) {
    for (const { stomp } of sides) stomp.send('/app/chat.typing', { chatId });
    const answers = await Promise.all(sides.map(({ who }) => trySend(who, chatId, `Message ${second}`)));
    for (const { status, text } of answers) if (status !== 200) refused.add(`${status} ${text}`);
    const [fromAda, fromBela] = answers.map(({ json }) => json as { id: string } | undefined);
    if (fromBela) ada.stomp.send('/app/chat.seen', { id: fromBela.id, chatId });
    if (fromAda) bela.stomp.send('/app/chat.seen', { id: fromAda.id, chatId });
    // The clock moves on meanwhile: they stay visible as long as they chat.
    if (second % 3600 === 1800) for (const { who } of sides) await goVisible(app, who);
    if (second % 50 === 49) await Promise.all(sides.map(({ stomp }) => stomp.roundTrip()));
    app.clock.moveBy(1000);
  }
  await Promise.all(sides.map(({ stomp }) => stomp.roundTrip()));
  for (const { stomp } of sides) {
    const errors = stomp.events.filter(({ queue }) => queue === 'errors');
    for (const { body } of errors) refused.add(JSON.stringify(body));
    await stomp.disconnect();
  }
  const { rows } = await app.pool.query<{ unseen: number }>(
    'SELECT count(*)::int AS unseen FROM messages WHERE chat_id = $1 AND NOT seen',
    [chatId],
  );
  if (rows[0]!.unseen > 0) refused.add(`${rows[0]!.unseen} messages are not seen`);
  return [...refused];
}
