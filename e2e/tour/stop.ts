import type { Page } from '@playwright/test';
import type { Viewer, World } from './tour-people.ts';

/** The target size that WCAG requires, and a pixel for rounding. */
const LEAST_TARGET_PX = 25;

/** A screen or a state of one, and how to get there. */
export interface Stop {
  name: string;
  path: (world: World) => string;
  /** The user who is signed in; a visitor if absent. */
  who?: (world: World) => Viewer;
  /** Prepares the page before it opens, for example with a call that fails. */
  before?: (page: Page) => Promise<unknown>;
  /** The page never settles by itself; `act` waits for what should be seen. */
  unfinished?: boolean;
  /** Acts on the page before it is looked at. */
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

/** Presses a button that opens a sheet, a dialog or a menu, and waits for it. */
export const opens = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await overlay(page).waitFor();
};

/** Waits for a text on the screen. */
export const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/**
 * Scrolls to where the bar at the bottom covers nothing by half, and the bar at the top leaves no sliver of a target.
 */
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

/** Performs the steps one after another. */
export const steps =
  (...all: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page);
  };

/** Makes a call never get a response. */
export const hangs = (path: string) => (page: Page) => page.route(path, () => undefined);

/** Makes the server refuse a call, or with status 0, makes the call never reach it. */
export const fails =
  (path: string, status = 500, body = '') =>
  (page: Page) =>
    page.route(path, (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body, contentType: 'text/plain' }),
    );

/** Waits for the skeleton that stands for content being loaded. */
export const waiting = (page: Page) =>
  page.locator('[role=status][aria-label]').first().waitFor({ state: 'attached' });
