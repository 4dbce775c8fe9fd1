import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearDraft, readDraft, writeDraft } from './form-drafts.ts';
import { forgetUser, readJson, tabStore } from './storage.ts';
import { fakeBrowser } from '../../tests/browser-globals.ts';
import { secondsLeft } from './use-cooldown.ts';

beforeEach(() => {
  fakeBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the store of a tab', () => {
  it('returns what was written, until it is removed', () => {
    tabStore.write('a', '1');
    expect(sessionStorage.getItem('a')).toBe('1');
    expect(tabStore.read('a')).toBe('1');
    tabStore.remove('a');
    expect(tabStore.read('a')).toBeNull();
  });

  it('falls back to memory where the browser refuses', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: refuse, removeItem: refuse });
    tabStore.write('draft:x', '{}');
    expect(tabStore.read('draft:x')).toBe('{}');
    forgetUser(tabStore);
    expect(tabStore.read('draft:x')).toBeNull();
  });

  it('treats unreadable values as none', () => {
    tabStore.write('a', '{');
    expect(readJson(tabStore, 'a')).toBeUndefined();
    expect(readJson(tabStore, 'b')).toBeUndefined();
  });
});

describe('drafts', () => {
  it('come back as they were written, until they are cleared', () => {
    writeDraft('register', { email: 'ada' });
    writeDraft('profile:ada', { username: 'Ada' });
    expect(readDraft('register')).toEqual({ email: 'ada' });
    clearDraft('register');
    expect(readDraft('register')).toEqual({});
    expect(readDraft('profile:ada')).toEqual({ username: 'Ada' });
  });

  it.each(['null', '[]', '7', '{'])('are empty when %s is kept', (kept) => {
    tabStore.write('draft:x', kept);
    expect(readDraft('x')).toEqual({});
  });
});

describe('a cooldown', () => {
  it('counts whole seconds down to zero and not below', () => {
    expect([0, 1, 999, 1000, 59_001, 60_000, 75_000].map((now) => secondsLeft(60_000, now))).toEqual([
      60, 60, 60, 59, 1, 0, 0,
    ]);
  });
});
