import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../lib/testing/browser-globals.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps the drafts of a tab that an earlier release opened when its session ends elsewhere', async () => {
  vi.resetModules();
  fakeBrowser();
  localStorage.setItem('authToken', tokenOf('ada'));
  localStorage.setItem('userId', 'ada');
  sessionStorage.setItem('owner', 'ada');
  sessionStorage.setItem('draft:report', '{}');
  await import('./tab-drafts.ts');
  const { session } = await import('../lib/session.ts');
  session.close();
  expect(sessionStorage.getItem('draft:report')).toBe('{}');
});
