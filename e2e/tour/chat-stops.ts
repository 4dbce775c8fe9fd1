import type { Chat, Message } from '@herenow/contract/entities';
import type { Page } from '@playwright/test';
import { ada, fails, hangs, lone, opens, press, shows, steps, waiting, type Stop } from './stop.ts';
import type { World } from './tour-people.ts';

const chat = ({ chatId }: World) => `/chat/${chatId}`;
const MESSAGES = '**/api/chat/*/messages*';

const ownMenu = async (page: Page) => {
  await page.getByText(/blue scarf/).click({ button: 'right' });
  await page.getByRole('menu').waitFor();
};

/** Makes Ada's first message edited, the message before it deleted, and all messages seen by the other person. */
const changed = (page: Page) =>
  page.route(MESSAGES, async (route) => {
    const response = await route.fetch();
    const messages = (await response.json()) as Message[];
    const own = messages.findIndex(({ content }) => content.includes('blue scarf'));
    const json = messages.map((message, at) => ({
      ...message,
      status: 'seen' as const,
      ...(at === own && { editedAt: message.sentAt }),
      ...(at === own - 1 && { deleted: true, content: '' }),
    }));
    await route.fulfill({ response, json });
  });

/** Makes the time of both people end soon. */
const ends = async (page: Page) => {
  const soon = new Date(Date.now() + 9 * 60_000).toISOString();
  await page.route('**/api/chat/*/all', async (route) => {
    const response = await route.fetch();
    const chats = (await response.json()) as Chat[];
    await route.fulfill({ response, json: chats.map((one) => ({ ...one, otherUserOnlineUntil: soon })) });
  });
  await page.route('**/api/user/*', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), onlineUntil: soon } });
  });
};

/** The list of the user's chats, and each chat. */
export const chatStops: readonly Stop[] = [
  { name: 'chats', path: () => '/chats', who: ada },
  { name: 'chats-empty', path: () => '/chats', who: lone },
  {
    name: 'chats-loading',
    path: () => '/chats',
    who: ada,
    before: hangs('**/api/chat/*/all'),
    unfinished: true,
    act: waiting,
  },
  {
    name: 'chats-failed',
    path: () => '/chats',
    who: ada,
    before: fails('**/api/chat/*/all'),
    unfinished: true,
    act: shows('Error Loading Chats'),
  },
  { name: 'chat', path: chat, who: ada },
  { name: 'chat-changed', path: chat, who: ada, before: changed },
  { name: 'chat-message-menu', path: chat, who: ada, act: ownMenu },
  { name: 'chat-ends-soon', path: chat, who: ada, before: ends, act: shows('Extend?') },
  {
    name: 'chat-search',
    path: chat,
    who: ada,
    act: async (page) => {
      await opens('More')(page);
      await page.getByRole('menuitem', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('nine');
      await shows('1 of 1')(page);
    },
  },
  {
    name: 'chat-edit',
    path: chat,
    who: ada,
    act: async (page) => {
      await ownMenu(page);
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await shows('Editing your message')(page);
    },
  },
  {
    name: 'chat-long',
    path: ({ longChatId }) => `/chat/${longChatId}`,
    who: ada,
    act: async (page) => {
      await page.getByRole('log').evaluate((log) => log.scrollTo(0, log.scrollHeight / 2));
      await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    },
  },
  { name: 'chat-paused', path: ({ pausedChatId }) => `/chat/${pausedChatId}`, who: ada },
  {
    name: 'chat-not-visible',
    path: ({ pausedChatId }) => `/chat/${pausedChatId}`,
    who: ({ paused }) => paused,
  },
  {
    name: 'chat-loading',
    path: chat,
    who: ada,
    before: hangs(MESSAGES),
    unfinished: true,
    act: waiting,
  },
  {
    name: 'chat-failed',
    path: chat,
    who: ada,
    before: fails(MESSAGES),
    unfinished: true,
    act: shows('Failed to fetch messages'),
  },
  { name: 'chat-not-found', path: () => '/chat/nowhere', who: ada, act: shows('Chat not found') },
  {
    name: 'chat-block',
    path: chat,
    who: ada,
    act: async (page) => {
      await opens('More')(page);
      await page.getByRole('menuitem', { name: 'Block User' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'chats-accepted',
    path: () => '/chats',
    who: ada,
    before: (page) => page.route('**/api/user/pin-user/accept/*', (route) => route.fulfill({ status: 200 })),
    act: steps(press(/^Accept /), shows('Say something')),
  },
  {
    name: 'chats-answer-failed',
    path: () => '/chats',
    who: ada,
    before: fails('**/api/user/pin-user/accept/*', 0),
    act: steps(press(/^Accept /), shows('That didn’t go through')),
  },
  // The client retries an unsent message wherever this user goes, so this must be the last stop.
  {
    name: 'chat-unsent',
    path: chat,
    who: ada,
    before: fails('**/api/chat/send-message', 0),
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('On my way\nto the corner');
      await press('Send')(page);
      await page.getByRole('textbox', { name: 'Message' }).fill('One\nline\nafter\nthe\nother\nand\nmore');
      await shows('On my way')(page);
    },
  },
];
