import type { Page } from '@playwright/test';
import type { Viewer, World } from './tour-people.ts';

/** What WCAG asks of a target, and a pixel for the rounding. */
const LEAST_TARGET_PX = 25;

/** A screen or a state of one, and how to get there. */
export interface Stop {
  name: string;
  path: (world: World) => string;
  /** Who looks; a visitor when nobody is named. */
  who?: (world: World) => Viewer;
  /** What is arranged before the page opens, such as a call that fails. */
  before?: (page: Page) => Promise<unknown>;
  /** The page never comes to rest by itself; `act` waits for what is to be seen. */
  unfinished?: boolean;
  /** What is done there before looking. */
  act?: (page: Page, world: World) => Promise<unknown>;
}

export const ada = (world: World) => world.ada;
export const lone = (world: World) => world.lone;
export const newcomer = (step: number) => (world: World) => world.newcomers[step - 1]!;

export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

const overlay = (page: Page) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'));

/** Presses what opens a sheet, a dialog or a menu. */
export const opens = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await overlay(page).waitFor();
};

/** Waits for a text that is on the screen. */
export const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/** Scrolls to where the bar at the bottom covers nothing by halves, and what the one above holds leaves no sliver of a target. */
export const toEnd = (page: Page) =>
  page.evaluate((least) => {
    scrollTo(0, document.documentElement.scrollHeight);
    const places = (targets: string) =>
      [...document.querySelectorAll(targets)].map((target) => target.getBoundingClientRect());
    const above = places('header :is(a, button)');
    const isSliver = ({ top, bottom }: DOMRect) =>
      above.some(
        (bar) => top < bar.bottom && bottom > bar.top && Math.max(bar.top - top, bottom - bar.bottom) < least,
      );
    for (let tries = 20; tries > 0 && places('main :is(a, button)').some(isSliver); tries -= 1)
      scrollBy(0, -4);
  }, LEAST_TARGET_PX);

/** One after the other. */
export const steps =
  (...all: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page);
  };

/** A call that is never answered. */
export const hangs = (path: string) => (page: Page) => page.route(path, () => undefined);

/** A call that the server refuses, or that never reaches it. */
export const fails =
  (path: string, status = 500, body = '') =>
  (page: Page) =>
    page.route(path, (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body, contentType: 'text/plain' }),
    );

/** The skeleton of what is on its way. */
export const waiting = (page: Page) =>
  page.locator('[role=status][aria-label]').first().waitFor({ state: 'attached' });
