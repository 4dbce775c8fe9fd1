import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../../../tests/browser-globals.ts';

const record = (id: string, more = {}) => ({
  id,
  email: `${id}@example.org`,
  status: 'offline',
  bio: '',
  photos: [],
  ...more,
});
const notFound = { status: 404, text: 'User not found', headers: { [REFUSAL_HEADER]: 'user-not-found' } };
const text = (body: object) => ({ status: 200, text: JSON.stringify(body) });

/** Loads the modules again for each test, because they keep the session. */
async function load() {
  vi.resetModules();
  const browser = fakeBrowser();
  const own = await import('./own.ts');
  const { session } = await import('../../lib/session.ts');
  const signIn = (id: string) => {
    session.open(tokenOf(id));
    session.setUser(record(id) as never);
  };
  return { browser, ...own, session, signIn, logouts: browser.heard('logout') };
}

let world: Awaited<ReturnType<typeof load>>;
beforeEach(async () => {
  world = await load();
  world.signIn('ada');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the own record', () => {
  it('that is gone ends no session of who has signed in meanwhile', async () => {
    world.browser.answer(() => {
      world.signIn('bela');
      return notFound;
    });
    void world.refreshMe();
    await vi.waitUntil(() => world.session.get().userId === 'bela');
    world.browser.answer(() => text(record('bela')));
    await world.refreshMe();
    expect(world.logouts()).toBe(0);
  });

  it('that is gone ends the session', async () => {
    world.browser.answer(() => notFound);
    await expect(world.refreshMe()).rejects.toMatchObject({ status: 404 });
    expect(world.logouts()).toBe(1);
  });

  it('that a proxy on the way does not find ends no session', async () => {
    world.browser.answer(() => ({ status: 404, text: '<h1>404 Not Found</h1>' }));
    await expect(world.refreshMe()).rejects.toMatchObject({ status: 404 });
    expect(world.logouts()).toBe(0);
  });

  it('is fetched after an answer that may be older than what changed meanwhile', async () => {
    world.browser.answer(({ method }) => {
      if (method === 'GET') return text(record('ada', { status: 'offline', bio: 'Tea' }));
      world.session.setUser(record('ada', { status: 'online' }) as never);
      world.session.setUser(record('ada', { bio: 'Tea' }) as never);
      return text(record('ada', { status: 'online' }));
    });
    expect(await world.saveMe({ bio: 'Tea' })).toMatchObject({ status: 'offline', bio: 'Tea' });
    expect(world.session.get().user).toMatchObject({ status: 'offline', bio: 'Tea' });
  });

  it('is fetched after an answer that lacks what another device changed meanwhile', async () => {
    world.browser.answer(({ method }) => {
      const later = record('ada', { username: 'Ada L', bio: 'Tea', updated: '2026-06-01T12:00:01Z' });
      if (method === 'GET') return text(later);
      world.session.setUser(later as never);
      return text(record('ada', { bio: 'Tea', updated: '2026-06-01T12:00:00Z' }));
    });
    expect(await world.saveMe({ bio: 'Tea' })).toMatchObject({ username: 'Ada L' });
    expect(world.session.get().user).toMatchObject({ username: 'Ada L', bio: 'Tea' });
  });

  it('is that of an answer that agrees with what has been heard meanwhile', async () => {
    world.browser.answer(() => {
      world.session.setUser(record('ada', { status: 'online' }) as never);
      return text(record('ada', { status: 'online', bio: 'Tea' }));
    });
    await world.saveMe({ bio: 'Tea' });
    expect(world.session.get().user).toMatchObject({ status: 'online', bio: 'Tea' });
    expect(world.browser.asked).toHaveLength(1);
  });
});
