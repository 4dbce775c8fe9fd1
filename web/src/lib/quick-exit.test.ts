import type { OwnUser } from '@herenow/contract/entities';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from './testing/browser-globals.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('takes the user offline also where the token has expired while nothing was asked', async () => {
  const browser = fakeBrowser();
  const replace = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { href: 'https://herenow.example/settings', replace });
  vi.stubGlobal('document', { body: { style: { display: '' } } });
  const { leaveQuickly } = await import('./quick-exit.ts');
  const { session } = await import('./session.ts');
  session.open(tokenOf('ada', 1));
  session.setUser({ id: 'ada' } as OwnUser);
  const fresh = tokenOf('ada', 2);
  browser.answer(({ path, token }) =>
    path === '/refreshToken'
      ? { status: 200, text: fresh }
      : { status: token === fresh ? 200 : 401, text: '{}' },
  );
  leaveQuickly();
  expect(replace).toHaveBeenCalledWith('https://www.wikipedia.org/');
  await expect
    .poll(() => browser.asked.at(-1))
    .toMatchObject({ path: '/api/user/go-offline', token: fresh, body: { userId: 'ada' } });
});
