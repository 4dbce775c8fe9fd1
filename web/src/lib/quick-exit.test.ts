import type { OwnUser } from '@herenow/contract/entities';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../../tests/browser-globals.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('leaves nothing behind that listens once the page is shown again', async () => {
  const browser = fakeBrowser();
  const body = { style: { display: '', removeProperty: vi.fn<() => void>() } };
  vi.stubGlobal('location', { replace: vi.fn<() => void>() });
  vi.stubGlobal('document', { body });
  const { leaveQuickly } = await import('./quick-exit.ts');
  leaveQuickly();
  expect(body.style.display).toBe('none');
  for (let shown = 0; shown < 2; shown += 1) browser.window.dispatchEvent(new Event('pageshow'));
  expect(body.style.removeProperty).toHaveBeenCalledTimes(1);
});

it('takes the user offline and ends their alert, even if the token has expired since the last call', async () => {
  const browser = fakeBrowser();
  const replace = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { href: 'https://herenow.example/settings', replace });
  vi.stubGlobal('document', { body: { style: { display: '' } } });
  const { leaveQuickly } = await import('./quick-exit.ts');
  const { session } = await import('./session.ts');
  session.open(tokenOf('ada', 1));
  session.setUser({ id: 'ada', photos: [] } as Partial<OwnUser> as OwnUser);
  const fresh = tokenOf('ada', 2);
  browser.answer(({ path, token }) =>
    path === '/refreshToken'
      ? { status: 200, text: fresh }
      : { status: token === fresh ? 200 : 401, text: '{}' },
  );
  leaveQuickly();
  expect(replace).toHaveBeenCalledWith('https://www.wikipedia.org/');
  const taken = () => browser.asked.filter(({ token }) => token === fresh);
  const offline = { path: '/api/user/go-offline', body: { userId: 'ada' } };
  await expect.poll(taken).toMatchObject([offline, { method: 'DELETE', path: '/api/feed/alert' }]);
});
