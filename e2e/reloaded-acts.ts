/** What a user does on a page that is reloaded right after it, and what it comes to. */
import { listMessages } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { blockUser } from '@herenow/contract/safety';
import type { PublicPerson } from '@herenow/testing/public-person';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { chatOf, chatsOf, leave, meet, pin, sayTo } from './meetings.ts';

export interface Scene {
  page: Page;
  ada: PublicPerson;
  bela: PublicPerson;
  /** Empty until they have a pin or a chat. */
  chatId: string;
}

export interface Act {
  what: string;
  /** What has happened before Ada’s page opens; by default nothing, and both are visible. */
  before?: (scene: Scene) => Promise<unknown>;
  path: (scene: Scene) => string;
  /** The request that tells the server. */
  call: string;
  /** Sent only when the page is left, since it can be undone until then. */
  delayed?: boolean;
  act: (scene: Scene) => Promise<unknown>;
  /** Reads the server, and what it says once the act is done. */
  read: (scene: Scene) => Promise<unknown>;
  done: unknown;
  /** Checks what the reloaded page shows then. */
  shown: (page: Page) => Promise<unknown>;
}

const status = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^You are/ });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const pressIn = (page: Page, name: string) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name }).click();
const pick = async (page: Page, name: string) => {
  await press(page, 'More');
  await page.getByRole('menuitem', { name }).click();
};
const menuOf = (page: Page, text: string) => page.getByRole('log').getByText(text).click({ button: 'right' });
const field = (page: Page) => page.getByLabel('Message', { exact: true });
const say = async (page: Page, text: string) => {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
};
const changeStatus = async (page: Page, name: string) => {
  await status(page).click();
  await pressIn(page, name);
};
const block = async ({ page }: Scene) => {
  await pick(page, 'Block User');
  await pressIn(page, 'Block User');
};

const statusNow = async ({ ada }: Scene) => (await ada.user()).status;
const blockedNow = async ({ ada }: Scene) => (await ada.user()).blockedUsers.length;
const pinNow = async ({ ada }: Scene) => (await chatsOf(ada)).map(({ pinStatus }) => pinStatus);
const messagesNow = async ({ ada, chatId }: Scene) =>
  (await ada.call(listMessages, { params: { chatId } })).json as Message[];
const textsNow = async (scene: Scene) => (await messagesNow(scene)).map(({ content }) => content);

const chat = ({ chatId }: Scene) => `/chat/${chatId}`;
const profile = ({ bela }: Scene) => `/profile/${bela.id}`;

async function requested(scene: Scene): Promise<void> {
  await pin(scene.bela, scene.ada);
  scene.chatId = (await chatOf(scene.ada, scene.bela)).id;
}

async function talking(scene: Scene): Promise<void> {
  scene.chatId = await meet(scene.ada, scene.bela);
  await sayTo(scene.chatId, scene.ada, scene.bela, 'At eight?');
}

/** Acts on the feed and profiles, and on who sees whom. */
const amongStrangers: Act[] = [
  {
    what: 'going visible',
    before: ({ ada }) => leave(ada),
    path: () => '/feed',
    call: '**/api/user/go-online',
    act: ({ page }) => changeStatus(page, 'Go Visible Now'),
    read: statusNow,
    done: 'online',
    shown: (page) => expect(status(page)).toHaveText(/^[23]:\d\d$/),
  },
  {
    what: 'going incognito',
    path: () => '/feed',
    call: '**/api/user/go-incognito',
    act: ({ page }) => changeStatus(page, 'Go Incognito'),
    read: statusNow,
    done: 'incognito',
    shown: (page) => expect(status(page)).toHaveText('Incognito'),
  },
  {
    what: 'going offline',
    path: () => '/feed',
    call: '**/api/user/go-offline',
    act: ({ page }) => changeStatus(page, 'Go offline'),
    read: statusNow,
    done: 'offline',
    shown: (page) => expect(status(page)).toHaveText('Offline'),
  },
  {
    what: 'a pin',
    path: () => '/feed',
    call: '**/api/user/pin-user',
    act: ({ page }) => press(page, 'Pin Bela'),
    read: pinNow,
    done: ['pending'],
    shown: (page) => expect(page.getByRole('button', { name: 'Pin Bela' })).toHaveCount(0),
  },
  {
    what: 'the undo of a pin',
    path: () => '/feed',
    call: '**/api/user/pin-user/withdraw',
    async act({ page }) {
      await press(page, 'Pin Bela');
      await press(page, 'Undo');
    },
    read: pinNow,
    done: [],
    shown: (page) => expect(page.getByRole('button', { name: 'Pin Bela' })).toBeVisible(),
  },
  {
    what: 'a block from a profile',
    path: profile,
    call: '**/api/user/block',
    act: block,
    read: blockedNow,
    done: 1,
    shown: (page) => expect(page.getByText('No one is visible right now')).toBeVisible(),
  },
  {
    what: 'a report with a block',
    path: profile,
    call: '**/api/user/report',
    async act({ page }) {
      await pick(page, 'Report User');
      await page.getByRole('radio', { name: 'Other' }).check();
      await page.getByRole('checkbox', { name: /^Also block/ }).check();
      await pressIn(page, 'Send Report');
    },
    read: async ({ ada }) => {
      const { blockedUsers, reportedUsers } = await ada.user();
      return [blockedUsers.length, reportedUsers.length];
    },
    done: [1, 1],
    shown: (page) => expect(page.getByRole('button', { name: 'Pin Bela', disabled: false })).toHaveCount(0),
  },
  {
    what: 'the end of a block',
    before: ({ ada, bela }) => ada.call(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } }),
    path: () => '/blocked-users',
    call: '**/api/user/unblock',
    act: ({ page }) => press(page, 'Unblock Bela'),
    read: blockedNow,
    done: 0,
    shown: (page) => expect(page.getByText('Nobody is blocked')).toBeVisible(),
  },
];

/** Acts on requests and chats. */
const inChats: Act[] = [
  {
    what: 'an accepted pin',
    before: requested,
    path: () => '/chats',
    call: '**/api/user/pin-user/accept/*',
    act: ({ page }) => press(page, 'Accept Bela'),
    read: pinNow,
    done: ['accepted'],
    shown: (page) => expect(page.getByText('Say hello')).toBeVisible(),
  },
  {
    what: 'a rejected pin',
    before: requested,
    path: () => '/chats',
    call: '**/api/user/pin-user/reject/*',
    delayed: true,
    act: ({ page }) => press(page, 'Reject Bela'),
    read: pinNow,
    done: [],
    shown: (page) => expect(page.getByText('No Pins Yet')).toBeVisible(),
  },
  {
    what: 'a block from a chat',
    before: talking,
    path: chat,
    call: '**/api/user/block',
    act: block,
    read: blockedNow,
    done: 1,
    shown: (page) => expect(page.getByText('At eight?')).toHaveCount(0),
  },
  {
    what: 'a message',
    before: talking,
    path: chat,
    call: '**/api/chat/send-message',
    act: ({ page }) => say(page, 'Or at nine?'),
    read: textsNow,
    done: ['At eight?', 'Or at nine?'],
    async shown(page) {
      await expect(page.getByText('Sending')).toHaveCount(0);
      await expect(page.getByRole('log').getByText('Or at nine?')).toHaveCount(1);
      await expect(field(page)).toHaveValue('');
    },
  },
  {
    what: 'an edit',
    before: talking,
    path: chat,
    call: '**/api/chat/edit-message',
    async act({ page }) {
      await menuOf(page, 'At eight?');
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(field(page)).toHaveValue('At eight?');
      await say(page, 'At nine?');
    },
    read: textsNow,
    done: ['At nine?'],
    async shown(page) {
      await expect(page.getByRole('log').getByText('At nine?')).toBeVisible();
      // With these parts an edit that is not saved is opened again.
      await expect(page.locator('[data-parts]')).toBeAttached();
      await expect(page.getByText('Editing your message')).toHaveCount(0);
      await expect(field(page)).toHaveValue('');
    },
  },
  {
    what: 'a reaction',
    before: talking,
    path: chat,
    call: '**/api/chat/react',
    async act({ page }) {
      await menuOf(page, 'At eight?');
      await page.getByRole('menu').getByText('🔥').click();
    },
    read: async (scene) => (await messagesNow(scene)).map(({ reactions }) => reactions?.[0]?.reaction),
    done: ['🔥'],
    shown: (page) => expect(page.getByRole('log').getByText('🔥')).toBeVisible(),
  },
];

/** Acts in the settings. */
const inSettings: Act[] = [
  {
    what: 'a change of the profile',
    path: () => '/my-profile',
    call: '**/api/user/update',
    async act({ page }) {
      await page.getByLabel('Name').fill('Ada Lovelace');
      await press(page, 'Save');
    },
    read: async ({ ada }) => (await ada.user()).username,
    done: 'Ada Lovelace',
    async shown(page) {
      await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
      await expect(page.getByText('Not saved yet')).toHaveCount(0);
    },
  },
  {
    what: 'a sign-out',
    path: () => '/settings',
    call: '**/api/logout',
    act: ({ page }) => press(page, 'Sign Out'),
    read: ({ ada }) => ada.user().catch(({ message }: Error) => message.slice(0, 3)),
    done: '401',
    shown: (page) => expect(page).toHaveURL(/\/login$/),
  },
  {
    what: 'the deletion of the account',
    path: () => '/settings',
    call: '**/api/user/*',
    async act({ page }) {
      await press(page, 'Delete Account');
      await pressIn(page, 'Delete');
    },
    read: ({ ada }) => ada.user().catch(({ message }: Error) => message.slice(0, 3)),
    done: '401',
    shown: (page) => expect(page).toHaveURL(/\/login$/),
  },
];

export const ACTS: readonly Act[] = [...amongStrangers, ...inChats, ...inSettings];
