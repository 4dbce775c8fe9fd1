import '../src/styles/app.css';
import type { OwnUser } from '@herenow/contract/entities';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Router } from '../src/app/router.tsx';
import { closePushSheet } from '../src/features/push/sheet-store.ts';
import { queryClient } from '../src/lib/query-client.ts';
import { session } from '../src/lib/session.ts';

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
export const tokenOf = (sub: string) => `${part({ alg: 'none' })}.${part({ sub })}.x`;

/**
 * Opens the client at an address in a window of a phone's size, signed in as `me`. `known`: their record is stored on
 * the device. `state`: the history state that the browser kept across a reload.
 */
export async function openPage(
  path: string,
  me: OwnUser,
  { known = true, state }: { known?: boolean; state?: unknown } = {},
): Promise<void> {
  await page.viewport(390, 844);
  const { queries } = queryClient.getDefaultOptions();
  // The client retries at once: the delays between its retries are not what these tests are about.
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    queries: { ...queries, retryDelay: 0 },
  });
  // A full browser has notifications, a windowless one has none: in both, the sheet about them stays closed.
  closePushSheet();
  // As a reload finds it: what else is kept on the device is theirs.
  localStorage.setItem('userId', me.id);
  localStorage.setItem('authToken', tokenOf(me.id));
  window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
  if (known) session.setUser(me);
  history.replaceState({ state }, '', path);
  // Whatever follows the history learns of the page now, and does not take the next entry for one of another page.
  window.dispatchEvent(new PopStateEvent('popstate'));
  const opened = await render(
    <QueryClientProvider client={queryClient}>
      <Router />
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    await opened.unmount();
    // The layers over the page have removed their history entries.
    await expect.poll(() => history.state?.layers ?? 0).toBe(0);
    queryClient.clear();
    session.close();
    sessionStorage.clear();
    localStorage.clear();
  });
}

/** Signs another user in on the open page. */
export function signInAs(me: OwnUser): void {
  session.open(tokenOf(me.id));
  session.setUser(me);
}

/** Returns the path of the open page. */
export const address = () => location.pathname;
