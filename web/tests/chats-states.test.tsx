import { listChats, listMessages } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { address, openPage } from './opened-page.tsx';
import { chatWith, ownRecord } from './people.ts';
import { stubServer } from './stubbed-server.ts';

const tryAgain = () => page.getByRole('button', { name: 'Try Again' }).click();

test('chats that are on their way, that fail, and of which there are none each say so', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(listFeed, { body: [] });
  const release = server.hold(listChats, 'no answer');
  await openPage('/chats', ada);
  await expect.element(page.getByRole('status', { name: 'Loading your pins' })).toBeVisible();
  release();
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('Error Loading Chats');
  await expect.element(alert).toMatchTextContent('Failed to fetch chats');
  server.onTap(listChats, { body: [] });
  await tryAgain();
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  await expect.element(page.getByText('Start pinning people to begin chatting!')).toBeVisible();
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect.poll(address).toBe('/feed');
});

test('chats of nobody say so', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(listChats, { status: 404, text: 'User not found' });
  await openPage('/chats', ada);
  await expect.element(page.getByRole('alert')).toMatchTextContent('User not found');
});

test('messages that are on their way or fail say so', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  const release = server.hold(listMessages, 'no answer');
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Bela');
  expect(page.getByRole('navigation', { name: 'Main' }).query()).toBeNull();
  release();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to fetch messages');
  server.onTap(listMessages, { body: [] });
  await tryAgain();
  await expect.element(page.getByRole('log')).toMatchTextContent('This is the beginning');
});

test('a chat whose row fails can be tried again', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const chat = chatWith('Bela');
  server.on(listMessages, { body: [] });
  server.on(listChats, { status: 500 });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Error Loading Chats');
  server.onTap(listChats, { body: [chat] });
  await tryAgain();
  await expect.element(page.getByRole('log')).toBeVisible();
});

test('a chat that is not there leads back to all chats', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(listChats, { body: [] });
  await openPage('/chat/nowhere', ada);
  await expect.element(page.getByRole('heading', { name: 'Chat not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  await expect.poll(address).toBe('/chats');
});
