/** What the ill-meaning person tries besides pins: chats that are over, pictures, copies of data, the victim's password. */
import { forgotPassword, login, resetPassword } from '@herenow/contract/accounts';
import { editMessage, react } from '@herenow/contract/chats';
import { beginPasskeyLogin } from '@herenow/contract/passkeys';
import { updateUser } from '@herenow/contract/profile';
import { downloadExport, getExport, requestExport } from '@herenow/contract/rights';
import { chatsOf, messagesOf, recordOf } from '@herenow/testing/encounters';
import { eventually } from '@herenow/testing/eventually';
import { api } from '@herenow/testing/people';
import { connectStomp } from '@herenow/testing/stomp-client';
import { strFromU8, unzipSync } from 'fflate';
import assert from 'node:assert/strict';
import { onDevice } from './harm-device.ts';
import { reachedFrom, type Account, type Harm } from './harm-people.ts';
import { assertSilent } from './harm-silence.ts';
import { plain, RED, upload } from './photos-pictures.ts';

/** `guess` is tried from the account's network. */
export const MEANS = ['talk', 'talk', 'talk', 'picture', 'steal', 'copy', 'guess'] as const;
type Means = (typeof MEANS)[number];

/** How often in a row a password, a passkey or a code is guessed. */
const GUESSES = 6;

export async function tryMeans(harm: Harm, account: Account, means: Means): Promise<void> {
  switch (means) {
    case 'talk':
      return await talk(harm, account);
    case 'picture':
      return await changePicture(harm, account);
    case 'steal':
      return await steal(harm, account);
    case 'copy':
      return await readCopy(harm, account);
    case 'guess':
      return await guess(harm, account);
  }
}

/** Types, reacts, edits, deletes and reads in every chat that the account has ever had, whatever has become of it. */
async function talk({ app }: Harm, { who, met }: Account): Promise<void> {
  for (const { id, pinStatus } of await chatsOf(who)) {
    const messages = pinStatus === 'accepted' ? await messagesOf(who, id) : [];
    const theirs = messages.filter(({ senderId }) => senderId !== who.id);
    met.set(id, [...new Set([...(met.get(id) ?? []), ...theirs.map((one) => one.id)])].slice(-2));
  }
  if (met.size === 0) return;
  await onDevice(app, who, async ({ token }) => {
    await using tab = await connectStomp({ url: app.url, token, queues: [] });
    for (const [chatId, ids] of met) {
      tab.send('/app/chat.typing', { chatId });
      for (const id of ids) {
        tab.send('/app/chat.seen', { id, chatId });
        tab.send('/app/chat.delete', { id, chatId });
        await who.api(react, { body: { id, chatId, reaction: '🔥' } });
        await who.api(editMessage, { body: { id, chatId, senderId: who.id, content: 'Not what you wrote' } });
      }
    }
    await tab.roundTrip();
  });
}

const picture = plain(RED, 30, 40).jpeg().toBuffer();

/** Uploads a picture and shows it alone. */
async function changePicture({ app }: Harm, { who }: Account): Promise<void> {
  const { status, photos } = await onDevice(
    app,
    who,
    async (device) => await upload(app, device, [await picture]),
  );
  const latest = photos.at(-1);
  if (status === 200 && latest) await who.api(updateUser, { body: { photos: [{ id: latest.id }] } });
}

/** Shows the victim's photo as its own, by its id and by an address. */
async function steal({ app, victim }: Harm, { who }: Account): Promise<void> {
  const photos = app.db.selectFrom('photos').select(['id', 'key']).where('user_id', '=', victim.id);
  for (const { id, key } of await photos.execute()) {
    for (const photo of [{ id }, { url: `/photos/${key}/${'A'.repeat(48)}/1080.jpg` }])
      await who.api(updateUser, { body: { photos: [photo] } });
    assertSilent({ own: JSON.stringify((await recordOf(who)).photos) }, [id, key]);
  }
}

/** Reads a copy of its own data, which tells what nobody else may know of the victim as little as the app does. */
async function readCopy({ app, victim }: Harm, { who }: Account): Promise<void> {
  if ((await who.api(requestExport)).status !== 200) return;
  await eventually(async () => assert.equal((await who.api(getExport)).json?.state, 'ready'));
  const file = await onDevice(app, who, async ({ headers }) => {
    const answer = await fetch(new URL(downloadExport.path, app.url), { headers });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  });
  if (!file) return;
  const texts = Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)]);
  assertSilent(Object.fromEntries(texts) as Record<string, string>, [
    victim.email,
    victim.email.toLowerCase(),
  ]);
}

/** Tries the victim's password, a passkey beside it, and codes to set another one. */
async function guess({ app, victim }: Harm, { address }: Account): Promise<void> {
  const from = reachedFrom(app, address);
  const { email } = victim;
  await api(from, forgotPassword, { body: { email } });
  for (let turn = 0; turn < GUESSES; turn += 1) {
    const password = `Guess-number-${turn}`;
    const tries = [
      await api(from, login, { body: { email, password } }),
      await api(from, beginPasskeyLogin, { body: { email, password } }),
      await api(from, resetPassword, { body: { email, password, code: `00000${turn}` } }),
    ];
    for (const { status, text } of tries) assert.notEqual(status, 200, text);
  }
}
