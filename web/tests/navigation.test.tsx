import { use } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Link, LocationProvider, navigate, useLocation } from '../src/lib/navigation.tsx';
import { countAddedEntries } from './added-entries.ts';

const opened: string[] = [];
/** Resolves when the code of the slow page has arrived. */
let slow = Promise.withResolvers<void>();

function Here() {
  const { pathname, search, hash, state, key } = useLocation();
  if (pathname === '/slow') use(slow.promise);
  return (
    <>
      <p role="status">{JSON.stringify({ at: pathname + search + hash, state, first: key === 'default' })}</p>
      <Link to="/feed" state={{ from: 'here' }}>
        Feed
      </Link>
      <Link to="/face-check" reloadDocument onClick={(event) => event.preventDefault()}>
        Stays
      </Link>
    </>
  );
}

async function open(): Promise<void> {
  history.replaceState(null, '', '/start?a=1#b');
  const rendered = await render(
    <LocationProvider>
      <Here />
    </LocationProvider>,
  );
  // A link left to the browser would navigate away from the page of the tests.
  const stay = (event: MouseEvent) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLAnchorElement)) return;
    opened.push(event.target.pathname);
    event.preventDefault();
  };
  window.addEventListener('click', stay);
  onTestFinished(async () => {
    window.removeEventListener('click', stay);
    opened.length = 0;
    await rendered.unmount();
  });
}

const expectHere = (at: string, state: unknown, first: boolean) =>
  expect.element(page.getByRole('status')).toHaveTextContent(JSON.stringify({ at, state, first }));

test('goes forward and back, with the state of each navigation', async () => {
  await open();
  await expectHere('/start?a=1#b', null, true);
  await page.getByRole('link', { name: 'Feed' }).click();
  await expectHere('/feed', { from: 'here' }, false);
  navigate('?page=2');
  await expectHere('/feed?page=2', null, false);
  navigate('/chats', { replace: true });
  await expectHere('/chats', null, false);
  navigate(-1);
  await expectHere('/feed', { from: 'here' }, false);
  navigate(-1);
  await expectHere('/start?a=1#b', null, true);
});

test('does not add the current page again', async () => {
  await open();
  await page.getByRole('link', { name: 'Feed' }).click();
  await expectHere('/feed', { from: 'here' }, false);
  const added = countAddedEntries();
  await page.getByRole('link', { name: 'Feed' }).click();
  expect(added()).toBe(0);
});

test('leaves a link to the browser while a key is held, and to a handler that takes its click', async () => {
  await open();
  await userEvent.keyboard('{Control>}');
  await page.getByRole('link', { name: 'Feed' }).click();
  await userEvent.keyboard('{/Control}');
  expect(opened).toEqual(['/feed']);
  await page.getByRole('link', { name: 'Stays' }).click();
  await expectHere('/start?a=1#b', null, true);
});

test('does not navigate outside the client', async () => {
  await open();
  expect(() => navigate('//elsewhere.example/feed')).toThrow(DOMException);
  await expectHere('/start?a=1#b', null, true);
});

test('a slow page leaves the previous one on the screen and shows that it is loading', async () => {
  slow = Promise.withResolvers();
  await open();
  const bar = () => document.querySelector('.turning');
  expect(bar()).toBeNull();
  navigate('/slow');
  await expect.poll(bar).not.toBeNull();
  await expectHere('/start?a=1#b', null, true);
  slow.resolve();
  await expectHere('/slow', null, false);
  expect(bar()).toBeNull();
});

test('a second tap adds no history entry', async () => {
  slow = Promise.withResolvers();
  await open();
  const added = countAddedEntries();
  navigate('/slow');
  navigate('/slow', { state: 'second' });
  expect(added()).toBe(1);
  slow.resolve();
  await expectHere('/slow', 'second', false);
  navigate(-1);
  await expectHere('/start?a=1#b', null, true);
});
