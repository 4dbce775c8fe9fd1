import { listChats, listMessages, sendMessage } from '@herenow/contract/chats';
import { HOUR_MS } from '@herenow/contract/constants';
import type { Chat, Message } from '@herenow/contract/entities';
import { acceptPin } from '@herenow/contract/pins';
import { goOnline } from '@herenow/contract/presence';
import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { api } from '@herenow/testing/people';
import { startTown } from './demo-town.ts';

const PLACES: readonly [longitude: number, latitude: number][] = [
  [13.4, 52.52],
  [-0.13, 51.51],
  [-74, 40.71],
  [139.69, 35.69],
  [3.38, 6.52],
  [151.21, -33.87],
  [-46.63, -23.55],
  [72.88, 19.08],
  [28.98, 41.01],
  [-9.14, 38.72],
];

/** Enters the town, accepts the first pin, sends a message, and waits for a reply. */
async function visit(baseURL: string, coordinates: [number, number]): Promise<void> {
  const entered = await fetch(`${baseURL}/demo/enter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ coordinates }),
  });
  const { authToken: token, userId } = (await entered.json()) as { authToken: string; userId: string };
  const app = { url: baseURL };
  const onlineUntil = new Date(Date.now() + HOUR_MS).toISOString();
  expect((await api(app, goOnline, { body: { userId, onlineUntil }, token })).status).toBe(200);

  let pin: Chat | undefined;
  const pinned = async () => {
    const { json } = await api(app, listChats, { params: { userId }, token });
    pin = (json as Chat[]).find((chat) => chat.pinStatus === 'pending' && chat.initiatedBy !== userId);
    return pin;
  };
  await expect.poll(pinned, { timeout: 120_000 }).toBeDefined();
  const chatId = pin!.id;
  expect((await api(app, acceptPin, { params: { chatId }, body: { chatId }, token })).status).toBe(200);

  const message = { id: randomUUID(), chatId, senderId: userId, content: 'Hello! Shall we have a coffee?' };
  const sent = await api(app, sendMessage, { body: message, token });
  expect(sent.status).toBe(200);
  const { sentAt } = sent.json as Message;
  const answers = async () => {
    const { json } = await api(app, listMessages, { params: { chatId }, token });
    return (json as Message[]).filter((one) => one.senderId !== userId && one.sentAt > sentAt).length;
  };
  await expect.poll(answers, { timeout: 20_000 }).toBeGreaterThan(0);
}

test('ten visitors in ten places are all pinned and answered', async () => {
  test.setTimeout(300_000);
  await using town = await startTown(60);
  await Promise.all(PLACES.map((place) => visit(town.baseURL, place)));
  expect(town.faults()).toBe('');
});
