/** Devices of people, signed in for some moments. */
import { DEVICE_KEY_HEADER, login, logout } from '@herenow/contract/accounts';
import { ok } from '@herenow/testing/encounters';
import { api, PASSWORD, withToken, type Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import assert from 'node:assert/strict';

const open = async (app: TestApp, { id }: Person): Promise<string> =>
  (await app.work((tx) => app.accounts.sessions.open(tx, id, { userAgent: 'test' }))).token;

/** Does something on another device of a user, who signs out of it afterwards. */
export async function onDevice<T>(app: TestApp, who: Person, act: (one: Person) => Promise<T>): Promise<T> {
  const token = await open(app, who);
  try {
    return await act(withToken(app, who, token));
  } finally {
    ok(await api(app, logout, { token }));
  }
}

/** Opens the feed on another device of a user, who is signed out when the page is closed. */
export async function openPage(app: TestApp, who: Person): Promise<StompClient> {
  const token = await open(app, who);
  const tab = await connectStomp({ url: app.url, token });
  tab.send('/app/feed.watch', {});
  await tab.roundTrip();
  return Object.assign(tab, {
    [Symbol.asyncDispose]: async () => {
      ok(await api(app, logout, { token }));
      await tab.closed;
    },
  });
}

/** Signs a user in with the password on the device that they always use, and out; returns the key of the device. */
export async function signInAtHome(app: TestApp, { email }: Person, key?: string): Promise<string> {
  const answer = await fetch(new URL(login.path, app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1' },
    body: JSON.stringify({ email, password: PASSWORD, ...(key !== undefined && { device: key }) }),
  });
  const token = await answer.text();
  assert.equal(answer.status, 200, token);
  ok(await api(app, logout, { token }));
  const next = answer.headers.get(DEVICE_KEY_HEADER);
  assert.ok(next);
  return next;
}
