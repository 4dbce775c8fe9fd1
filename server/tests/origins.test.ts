import { login } from '@herenow/contract/accounts';
import type { OwnUser } from '@herenow/contract/entities';
import { PASSWORD, person } from '@herenow/testing/people';
import { openRaw } from '@herenow/testing/raw-stomp';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

const FRIEND = 'https://app.example';
const STRANGER = 'https://evil.example';

const preflight = (url: string, origin: string) =>
  fetch(`${url}/api/feed`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,ngrok-skip-browser-warning',
    },
  });
const allowed = (response: Response) => response.headers.get('access-control-allow-origin');

test('a client on an allowed host makes calls and opens sockets', async () => {
  await using app = await startApp({ allowedOrigins: [FRIEND] });
  const ada = await person(app, 'ada');
  const asked = await preflight(app.url, FRIEND);
  expect([asked.status, allowed(asked)]).toEqual([204, FRIEND]);
  for (const name of ['authorization', 'content-type', 'ngrok-skip-browser-warning'])
    expect(asked.headers.get('access-control-allow-headers')).toContain(name);
  expect(asked.headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE');

  const signIn = await fetch(`${app.url}${login.path}`, {
    method: 'POST',
    headers: { origin: FRIEND, 'content-type': 'application/json', 'ngrok-skip-browser-warning': 'true' },
    body: JSON.stringify({ email: ada.email, password: PASSWORD, appSource: 'web' }),
  });
  expect([signIn.status, allowed(signIn)]).toEqual([200, FRIEND]);
  expect(signIn.headers.get('access-control-allow-credentials')).toBeNull();
  expect(signIn.headers.get('access-control-expose-headers')!.split(', ').toSorted()).toEqual([
    'content-disposition',
    'date',
    'decision',
    'device-key',
    'herenow-feed-end',
    'link',
    'refusal-code',
    'retry-after',
    'x-request-id',
  ]);
  const refused = await fetch(`${app.url}/api/validateToken`, { headers: { origin: FRIEND } });
  expect([refused.status, allowed(refused)]).toEqual([401, FRIEND]);

  const url = `${app.url.replace('http', 'ws')}/ws`;
  await using socket = await openRaw({ url, token: await signIn.text(), headers: { origin: FRIEND } });
  await socket.connect();
  await expect(openRaw({ url, token: ada.token, headers: { origin: STRANGER } })).rejects.toThrow('403');
  expect(allowed(await preflight(app.url, STRANGER))).not.toBe(STRANGER);
});

test.each([
  ['whole where another host may show them', [FRIEND], 'https://here.example/photos/'],
  ['of the host itself else, under whichever name it is reached', [], '/photos/'],
])('addresses of photos are %s', async (_when, allowedOrigins, start) => {
  await using app = await startApp({ allowedOrigins, publicUrl: 'https://here.example' });
  const ada = await person(app, 'ada');
  const own = (await (
    await fetch(`${app.url}/api/user/${ada.id}`, { headers: ada.headers })
  ).json()) as OwnUser;
  const [{ url, srcset }] = own.photos as [OwnUser['photos'][0]];
  for (const address of [url, ...srcset.split(', ')]) expect(address.slice(0, start.length)).toBe(start);
  // The client sends it back as it got it.
  const kept = await fetch(`${app.url}/api/user/update`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ photos: [{ url }] }),
  });
  expect(kept.status).toBe(200);
});

test('without configuration no page of another host is allowed', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  expect(allowed(await preflight(app.url, FRIEND))).toBeNull();
  const answer = await fetch(`${app.url}/api/validateToken`, { headers: { ...ada.headers, origin: FRIEND } });
  expect([answer.status, allowed(answer)]).toEqual([200, null]);
  const url = `${app.url.replace('http', 'ws')}/ws`;
  await expect(openRaw({ url, token: ada.token, headers: { origin: FRIEND } })).rejects.toThrow('403');
});

test('responses that depend on the origin say so to caches, compressed or not', async () => {
  await using app = await startApp({ allowedOrigins: [FRIEND] });
  for (const encoding of ['identity', 'gzip', 'br']) {
    const headers = { origin: FRIEND, 'accept-encoding': encoding };
    const answer = await fetch(`${app.url}/docs/api`, { headers });
    expect(allowed(answer)).toBe(FRIEND);
    expect(answer.headers.get('vary')?.toLowerCase().split(', ')).toEqual(['origin', 'accept-encoding']);
  }
});
