import type { OwnUser } from '@herenow/contract/entities';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../../tests/browser-globals.ts';
import { subjectOf } from './token.ts';

const ada = { id: 'ada', registrationStep: 6, photos: [] } as Partial<OwnUser> as OwnUser;

async function load() {
  vi.resetModules();
  const browser = fakeBrowser();
  return { browser, ...(await import('./session.ts')) };
}
let world: Awaited<ReturnType<typeof load>>;
beforeEach(async () => {
  world = await load();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the session', () => {
  it('stores token, user id and record under the specified keys', () => {
    world.session.open(tokenOf('ada'));
    world.session.setUser(ada);
    expect(localStorage.getItem('authToken')).toBe(tokenOf('ada'));
    expect(localStorage.getItem('userId')).toBe('ada');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(ada);
    world.session.close();
    expect(localStorage.length).toBe(0);
    expect(world.session.get()).toEqual({ token: null, userId: null, user: null });
  });

  it('leaves only what is about the device itself', () => {
    world.session.open(tokenOf('ada'));
    for (const key of ['homeZones', 'filter', 'drafts', 'drafts:reactions', 'unsent', 'what comes later'])
      localStorage.setItem(key, '{}');
    const ofDevice = ['theme', 'signals', 'deviceKey', 'installHintSeen', 'hint:first-feed'];
    for (const key of ofDevice) localStorage.setItem(key, 'kept');
    world.session.close();
    const left = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
    expect(left).toEqual(ofDevice);
  });

  it('ignores a token that arrives after the sign-out', () => {
    world.session.open(tokenOf('ada'));
    world.session.close();
    world.session.renew(tokenOf('ada'), tokenOf('ada', 2));
    expect(localStorage.length).toBe(0);
  });

  it('ignores a token of the last user once the next one has signed in', () => {
    world.session.open(tokenOf('ada'));
    world.session.open(tokenOf('bela'));
    world.session.renew(tokenOf('ada'), tokenOf('ada', 2));
    expect(world.session.get()).toMatchObject({ token: tokenOf('bela'), userId: 'bela' });
  });

  it('ignores the record of another user', () => {
    world.session.open(tokenOf('ada'));
    world.session.setUser({ ...ada, id: 'bela' });
    expect(world.session.get().user).toBeNull();
  });

  it('does not show the last user to the next one', () => {
    world.session.open(tokenOf('ada'));
    world.session.setUser(ada);
    world.session.open(tokenOf('bela'));
    expect(world.session.get()).toEqual({ token: tokenOf('bela'), userId: 'bela', user: null });
  });

  it('leaves nothing of the last user to the next one who signs in over their session', () => {
    world.session.open(tokenOf('ada'));
    for (const key of ['homeZones', 'drafts', 'unsent', 'theme']) localStorage.setItem(key, '{}');
    world.session.open(tokenOf('ada', 2));
    expect(localStorage.getItem('drafts')).toBe('{}');
    world.session.open(tokenOf('bela'));
    const left = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
    expect(left.toSorted()).toEqual(['authToken', 'theme', 'userId']);
  });

  it('keeps the record when the same user signs in again', () => {
    world.session.open(tokenOf('ada'));
    world.session.setUser(ada);
    world.session.open(tokenOf('ada', 2));
    expect(world.session.get().user).toEqual(ada);
  });

  it('refuses a token without a user', () => {
    expect(() => world.session.open('garbage')).toThrow('names nobody');
    expect(localStorage.length).toBe(0);
  });

  it('follows what another tab does', () => {
    const heard = vi.fn<() => void>();
    world.session.subscribe(heard);
    world.session.open(tokenOf('ada'));
    heard.mockClear();
    localStorage.removeItem('authToken');
    world.browser.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'authToken' }));
    expect(world.session.get().token).toBeNull();
    world.browser.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme' }));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('reads the storage again when the page comes back from the back/forward cache', () => {
    world.session.open(tokenOf('ada'));
    expect(world.session.get().token).toBe(tokenOf('ada'));
    localStorage.clear();
    world.browser.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(world.session.get().token).toBeNull();
  });

  it('treats an unreadable record as none', async () => {
    localStorage.setItem('user', '{');
    expect(world.session.get().user).toBeNull();
  });
});

describe('whose a token is', () => {
  it('is read from it, whatever letters the id has', () => {
    expect(subjectOf(tokenOf('chidi-ñ-ü'))).toBe('chidi-ñ-ü');
  });

  it.each([
    '',
    'a.b',
    'a.!!.c',
    `a.${btoa('null')}.c`,
    `a.${btoa('{"sub":""}')}.c`,
    `a.${btoa('{"sub":7}')}.c`,
  ])('is unknown for %j', (token) => expect(subjectOf(token)).toBeUndefined());
});
