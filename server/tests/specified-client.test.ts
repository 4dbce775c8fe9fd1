import { expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@herenow/contract/constants';
import { claimsOf } from '@herenow/testing/claims';
import { mailedCode } from '@herenow/testing/public-person';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { plain, RED } from './photos-pictures.ts';

/**
 * Two people meet with clients that know only the specification: each call has the fields of its table and none of
 * ours, so that no field we added becomes required.
 */

const HERE = { type: 'Point', coordinates: [13.4, 52.5] };
const QUEUES = ['messages', 'status', 'notifications', 'errors', 'messages-edit', 'messages-delete'];
const NO_LISTS = { blockedUsers: [], blockedByOthers: [], rejectedUsers: [], pinnedUsers: [] };
const ANYBODY = { gender: [], minAge: 0, maxAge: 0, maxDistanceKm: 50, interestedIn: [] };

const app = sharedApp();

async function call(method: string, path: string, { body, token }: { body?: unknown; token?: string } = {}) {
  const json = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(app.url + path, {
    method,
    headers: {
      ...(json && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: json ? JSON.stringify(body) : body }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
  return { text, type: answer.headers.get('content-type'), json: () => JSON.parse(text) };
}

async function registered(name: string) {
  const email = `${name}@example.org`;
  const password = 'Nightowl77x';
  await call('POST', '/user/create', { body: { email, password, username: name, location: HERE } });
  const signedIn = await call('POST', '/login', { body: { email, password, appSource: 'web' } });
  expect(signedIn.type).toMatch(/^text\/plain/);
  const id = claimsOf(signedIn.text).sub;
  const body = { accessToken: signedIn.text, userId: id, appSource: 'web' };
  const token = (await call('POST', '/refreshToken', { body })).text;
  await call('GET', '/api/validateToken', { token });

  const post = (path: string, sent: unknown) => call('POST', path, { body: sent, token });
  const update = (sent: unknown) => post('/api/user/update', sent);
  const dateOfBirth = '1996-05-05';
  await update({ username: name, gender: 'She/Her', dateOfBirth, registrationStep: 2 });
  // Skipping the date ideas leads from the second step to the fourth.
  await update({ preferences: { maxDistanceKm: 50 }, registrationStep: 4 });
  const form = new FormData();
  form.append('userId', id);
  const picture = await plain(RED).jpeg().toBuffer();
  form.append('images', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
  const photos = (await call('POST', '/api/user/photos', { body: form, token })).json();
  await update({ photos, registrationStep: 5 });
  await post('/api/email/verify-code', { userId: id, email, code: await mailedCode(app.url, email) });
  // The client sends back the whole record that it holds.
  await update((await call('GET', `/api/user/${id}`, { token })).json());
  const onlineUntil = new Date(app.clock.now().getTime() + 3 * HOUR_MS).toISOString();
  await post('/api/user/go-online', { userId: id, onlineUntil, dateOfBirth });
  return { id, name, token, post, get: async (path: string) => (await call('GET', path, { token })).json() };
}

test('two people meet with only the calls, bodies and queues of the specification', async () => {
  const [ada, bela] = [await registered('ada'), await registered('bela')];
  await using atAda = await connectStomp({ url: app.url, token: ada.token, queues: QUEUES });
  await using atBela = await connectStomp({ url: app.url, token: bela.token, queues: QUEUES });

  const page = { skip: 0, limit: 20, preferences: ANYBODY, userId: ada.id, ...NO_LISTS, location: HERE };
  const feed = (await ada.post('/api/feed', page)).json();
  expect(feed).toMatchObject([{ id: bela.id, username: 'bela', photos: [{ url: expect.any(String) }] }]);

  await ada.post('/api/user/pin-user', { userId: ada.id, pinnedUserId: bela.id });
  const { chatId } = await atBela.nextEvent('notifications', ({ type }) => type === 'PIN_REQUEST');
  await bela.post(`/api/user/pin-user/accept/${chatId}`, { chatId });
  await atAda.nextEvent('notifications', ({ type }) => type === 'PIN_ACCEPT');

  const ids = { id: randomUUID(), chatId, senderId: ada.id, recipientId: bela.id };
  const names = { senderUsername: ada.name, recipientUsername: bela.name };
  const message = { ...ids, ...names, content: 'Hello', sentAt: new Date().toISOString(), deleted: false };
  await ada.post('/api/chat/send-message', message);
  const received = await atBela.nextEvent('messages');
  expect(received).toMatchObject({ ...ids, ...names, content: 'Hello', deleted: false, status: 'sent' });
  atBela.send('/app/chat.seen', received);
  expect(await atAda.nextEvent('status')).toEqual({ id: ids.id, chatId, status: 'seen' });
  await ada.post('/api/chat/edit-message', { ...ids, content: 'Hello you' });
  expect(await atBela.nextEvent('messages-edit')).toMatchObject({ content: 'Hello you' });
  atAda.send('/app/chat.delete', ids);
  expect(await atBela.nextEvent('messages-delete')).toMatchObject({ id: ids.id, deleted: true });
  expect(await bela.get(`/api/chat/${chatId}/messages`)).toMatchObject([{ id: ids.id, deleted: true }]);
  expect(await bela.get(`/api/chat/${bela.id}/all`)).toMatchObject([
    { id: chatId, pinStatus: 'accepted', initiatedBy: ada.id, otherUserOnline: true },
  ]);

  const reason = 'Other';
  await ada.post('/api/user/report', { reporterId: ada.id, reportedUserId: bela.id, reason });
  await ada.post('/api/user/report', { reporterUserId: ada.id, reportedUserId: bela.id, reason });
  expect(await ada.get(`/api/chat/${ada.id}/all`), 'a report blocks nobody').toHaveLength(1);
  await ada.post('/api/user/block', { userId: ada.id, userToBlockId: bela.id });
  expect(await ada.get(`/api/user/${ada.id}/blocked-users`)).toMatchObject([{ id: bela.id }]);
  expect(await ada.get(`/api/chat/${ada.id}/all`)).toEqual([]);
  await ada.post('/api/user/unblock', { userId: ada.id, userToBlockId: bela.id });
  await ada.post('/api/user/go-offline', { userId: ada.id });
  await call('DELETE', `/api/user/${bela.id}`, { token: bela.token });
});
