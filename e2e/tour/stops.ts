import type { Page } from '@playwright/test';
import type { Viewer, World } from './world.ts';

/** A screen or a state of one, and how to get there. */
export interface Stop {
  name: string;
  path: (world: World) => string;
  /** Who looks; a visitor when nobody is named. */
  who?: (world: World) => Viewer;
  /** What is done there before looking. */
  act?: (page: Page) => Promise<void>;
}

const ada = (world: World) => world.ada;
const lone = (world: World) => world.lone;
const newcomer = (step: number) => (world: World) => world.newcomers[step - 1]!;

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};
const pressed = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu')).waitFor();
};

const visitors: Stop[] = [
  { name: 'landing', path: () => '/' },
  { name: 'register', path: () => '/register' },
  {
    name: 'register-errors',
    path: () => '/register',
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByRole('checkbox').check();
      await page.getByText('Please enter a valid email address').waitFor();
    },
  },
  { name: 'terms', path: () => '/register', act: pressed('Terms of Use') },
  { name: 'login', path: () => '/login' },
  {
    name: 'login-wrong',
    path: () => '/login',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('Wrong1horse');
      await press('Log In')(page);
      await page.getByText('Email or password incorrect').waitFor();
    },
  },
  { name: 'forgot-password', path: () => '/forgot-password' },
  {
    name: 'forgot-password-code',
    path: () => '/forgot-password',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await press('Send Reset Code')(page);
      await page.getByRole('button', { name: 'Reset Password' }).waitFor();
    },
  },
  { name: 'about', path: () => '/about' },
  { name: 'legal', path: () => '/legal' },
  { name: 'safe-dating-tips', path: () => '/safe-dating-tips' },
  { name: 'faq', path: () => '/faq' },
  { name: 'cookie-policy', path: () => '/cookie-policy' },
  { name: 'discover-more', path: () => '/discover-more' },
  { name: 'not-found', path: () => '/no-such-page' },
];

const setup: Stop[] = [
  { name: 'profile-setup', path: () => '/profile-setup', who: newcomer(1) },
  { name: 'preferences-setup', path: () => '/preferences-setup', who: newcomer(2) },
  {
    name: 'preferences-setup-anything',
    path: () => '/preferences-setup',
    who: newcomer(2),
    act: (page) => page.getByRole('checkbox').check(),
  },
  { name: 'distance-setup', path: () => '/distance-setup', who: newcomer(3) },
  { name: 'photo-setup', path: () => '/photo-setup', who: newcomer(4) },
];

const signedIn: Stop[] = [
  { name: 'feed', path: () => '/feed', who: ada },
  { name: 'feed-empty', path: () => '/feed', who: lone },
  { name: 'filter', path: () => '/feed', who: ada, act: pressed(/filter/i) },
  { name: 'go-incognito', path: () => '/feed', who: ada, act: pressed(/You are visible/) },
  { name: 'go-visible', path: () => '/feed', who: lone, act: pressed(/You are offline/) },
  { name: 'profile', path: ({ neighbour }) => `/profile/${neighbour}`, who: ada },
  { name: 'profile-menu', path: ({ neighbour }) => `/profile/${neighbour}`, who: ada, act: pressed('More') },
  {
    name: 'report',
    path: ({ neighbour }) => `/profile/${neighbour}`,
    who: ada,
    act: async (page) => {
      await press('More')(page);
      await page.getByRole('menuitem', { name: 'Report User' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'profile-sample', path: () => '/profile/nobody', who: ada },
  { name: 'chats', path: () => '/chats', who: ada },
  { name: 'chats-empty', path: () => '/chats', who: lone },
  { name: 'chat', path: ({ chatId }) => `/chat/${chatId}`, who: ada },
  {
    name: 'chat-message-menu',
    path: ({ chatId }) => `/chat/${chatId}`,
    who: ada,
    act: async (page) => {
      await page.getByText(/blue scarf/).click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'chat-not-found', path: () => '/chat/nowhere', who: ada },
  { name: 'settings', path: () => '/settings', who: ada },
  { name: 'delete-account', path: () => '/settings', who: ada, act: pressed('Delete Account') },
  { name: 'my-profile', path: () => '/my-profile', who: ada },
  { name: 'notifications', path: () => '/notifications', who: ada },
  { name: 'privacy-safety', path: () => '/privacy-safety', who: ada },
  { name: 'blocked-users', path: () => '/blocked-users', who: ada },
  { name: 'blocked-users-none', path: () => '/blocked-users', who: lone },
  { name: 'payment-success', path: () => '/payment-success', who: ada },
];

/** Every screen, and the states that look different. */
export const stops: readonly Stop[] = [...visitors, ...setup, ...signedIn];
