import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ada, opens, press, steps, type Stop } from './tour/stop.ts';
import { areas, stops } from './tour/stops.ts';
import { traveller } from './tour/visit.ts';

test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel' });
test.beforeEach(({ expectConsoleErrors }) => {
  test.setTimeout(10 * 60_000);
  // Every act is refused.
  expectConsoleErrors(/status of [45]0[0-9]/, /net::ERR_/);
});

/** What a finger taps, except for what it may press twice on purpose: what is switched on and off again. */
const CONTROLS =
  'a[href]:not([target]), button:not([aria-pressed], [role=switch]), summary, [role=button]:not([aria-pressed]), [role=menuitem]';
/** Calls that only ask, although they are posted. */
const ASKS = /feed|nearby|validateToken|refreshToken|\/hold$/;

/** What opens over a page. */
const OVER = '[role=dialog], [role=alertdialog], [role=menu]';

/** Returns the controls that take a tap: those of what is open over the page, else those of the page. */
const controlsOn = (page: Page) =>
  page.evaluate(
    ([controls, over]) => {
      const place = document.querySelector(over) ?? document;
      const shown = [...place.querySelectorAll<HTMLElement>(controls)].filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], [aria-hidden=true]'),
      );
      const id = /[\da-f]{8}-[\da-f-]{27}/;
      return shown.map((one) => ({
        page: location.pathname.replace(id, '*'),
        name: (one.getAttribute('aria-label') ?? one.textContent).replaceAll(/\d+/g, '#').slice(0, 24),
        at: [...document.querySelectorAll(controls)].indexOf(one),
        bar: one.closest('nav, header') !== null,
        // Links of one look to pages of one kind, such as the rows of a list, act alike.
        link: one.matches('a') && `${one.getAttribute('href')?.replace(id, '*')} ${one.className}`,
      }));
    },
    [CONTROLS, OVER] as const,
  );

/**
 * Refuses every act, but not before both taps are over, and keeps the document: Chromium may never close a page that is
 * told to while it changes to another document.
 */
async function watch(page: Page, over: Promise<void>, acts: string[]): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.isNavigationRequest()) return route.fulfill({ status: 204 }).catch(() => undefined);
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || ASKS.test(pathname)) return route.fallback();
    acts.push(`${request.method()} ${pathname} ${request.postData() ?? ''}`);
    await over;
    // The page may be gone by now.
    return route.fulfill({ status: 503 }).catch(() => undefined);
  });
}

/** Taps a control twice, with two frames between the taps, wherever the second one lands. */
const tapTwice = (page: Page, at: number) =>
  page.evaluate(
    async ([controls, index]) => {
      const one = document.querySelectorAll(controls)[index];
      // What is shown only once, such as a hint, is not there on the second visit.
      if (!one) return 0;
      one.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = one.getBoundingClientRect();
      const place = { clientX: x + width / 2, clientY: y + height / 2 };
      const event = { ...place, bubbles: true, cancelable: true, pointerType: 'touch', isPrimary: true };
      const tap = () => {
        const hit = document.elementFromPoint(place.clientX, place.clientY);
        for (const type of ['pointerdown', 'pointerup', 'click'])
          hit?.dispatchEvent(new PointerEvent(type, { ...event, detail: type === 'click' ? 1 : 0 }));
      };
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      let entries = 0;
      const push = history.pushState.bind(history);
      history.pushState = (...entry) => {
        entries += 1;
        push(...entry);
      };
      tap();
      await frame();
      await frame();
      tap();
      await frame();
      await frame();
      return entries;
    },
    [CONTROLS, at] as const,
  );

/** Stops at which something is open over the page, and forms whose fields are filled in. */
const ACTED: ReadonlySet<string> = new Set(
  (
    'register-location terms login-code email-verification-wrong photo-setup-crop filter go-visible go-incognito ' +
    'incognito enable-notifications profile-menu photo-menu delete-account chat-message-menu chat-block ' +
    'desk-remove-photo desk-remove-name'
  ).split(' '),
);
const password = async (page: Page, ...labels: string[]) => {
  for (const label of labels) await page.getByLabel(label, { exact: true }).fill('Correct1horse');
};
const email = (page: Page) => page.getByLabel('Email').fill('nobody@example.org');
/** More of them, which look like others. */
const more: Readonly<Record<string, readonly Stop[]>> = {
  visitor: [
    { name: 'login-filled', path: () => '/login', act: steps(email, (page) => password(page, 'Password')) },
    { name: 'forgot-filled', path: () => '/forgot-password', act: email },
    {
      name: 'reset-filled',
      path: () => '/forgot-password',
      act: async (page) => {
        await email(page);
        await press('Send Reset Code')(page);
        await page.getByRole('textbox').first().click();
        await page.keyboard.type('123456');
        await password(page, 'New password', 'Confirm new password');
      },
    },
  ],
  profile: [
    {
      name: 'report-filled',
      path: ({ neighbour }) => `/profile/${neighbour}`,
      who: ada,
      act: async (page) => {
        await opens('More')(page);
        await page.getByRole('menuitem', { name: 'Report User' }).click();
        await page.getByRole('dialog').getByRole('radio').first().check();
      },
    },
  ],
};

const isSwept = ({ name, before, act, unfinished }: Stop) =>
  ACTED.has(name) || (!before && !act && !unfinished);

test('every stop that is named here exists', () => {
  const known = new Set(stops.map(({ name }) => name));
  expect([...ACTED].filter((name) => !known.has(name))).toEqual([]);
});

for (const [area, all] of Object.entries(areas))
  test(`a double tap acts once: ${area}`, async ({ browser, baseURL, world }) => {
    await using tour = traveller(browser, baseURL ?? '', world, { size: 'phone', colorScheme: 'light' });
    const done = new Set<string>();
    for (const stop of [...all.filter(isSwept), ...(more[area] ?? [])]) {
      let left: Awaited<ReturnType<typeof controlsOn>> | undefined;
      do
        await tour.visit(stop, async (page) => {
          if (!left) {
            const controls = await controlsOn(page);
            expect.soft(controls, stop.name).not.toEqual([]);
            left = controls.filter(({ page: address, name, bar, link }) => {
              // Visitors have the same links on every page, and a page has the same controls whomever it shows.
              const place = bar || (link && area === 'visitor') ? '' : stop.act ? stop.name : address;
              const key = `${place}: ${bar || area === 'visitor' ? name : link || name}`;
              const isNew = !done.has(key);
              done.add(key);
              return isNew;
            });
          }
          const control = left.shift();
          if (!control) return;
          const acts: string[] = [];
          const { promise, resolve } = Promise.withResolvers<void>();
          await watch(page, promise, acts);
          const entries = await tapTwice(page, control.at);
          resolve();
          expect.soft(acts, `${stop.name}: ${control.name}`).toEqual([...new Set(acts)]);
          expect.soft(entries, `${stop.name}: ${control.name}`).toBeLessThan(2);
        });
      while (left?.length);
    }
  });
