import { listSessions, login, logout } from '@herenow/contract/accounts';
import { listMessages } from '@herenow/contract/chats';
import { getUser } from '@herenow/contract/profile';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../../tests/browser-globals.ts';

const old = tokenOf('ada', 1);
const fresh = tokenOf('ada', 2);

/** Loads the modules again for each test, because they keep the session. */
async function load() {
  vi.resetModules();
  const browser = fakeBrowser();
  const { api } = await import('./api.ts');
  const { pathOf } = await import('./request.ts');
  const { session } = await import('./session.ts');
  return { browser, api, pathOf, session, logouts: browser.heard('logout') };
}

let world: Awaited<ReturnType<typeof load>>;
beforeEach(async () => {
  world = await load();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that takes only the fresh token. */
function expireOldToken(refresh: () => { status: number; text?: string } | 'no network') {
  world.browser.answer(({ path, token }) => {
    if (path === '/refreshToken') return refresh();
    return token === fresh ? { status: 200, text: '[]' } : { status: 401, text: 'Please log in again.' };
  });
}

/** Takes what becomes of a call. */
function toldOf(call: Promise<unknown>) {
  const told = vi.fn<(outcome: unknown) => void>();
  void call.then(told, told);
  return told;
}

/** Waits for the answer to a call of Bela, who has signed in meanwhile. */
async function answerForNext(): Promise<void> {
  await vi.waitUntil(() => world.session.get().userId === 'bela');
  world.browser.answer(() => ({ status: 200, text: '[]' }));
  await world.api(listSessions, {});
}

describe('a call', () => {
  it('goes to the path of the contract and returns the answer', async () => {
    world.browser.answer(() => ({ status: 200, text: 'the-token' }));
    const token = await world.api(login, { body: { email: 'ada@herenow.example', password: 'x' } });
    expect(token).toBe('the-token');
    expect(world.browser.asked).toEqual([
      {
        method: 'POST',
        path: '/login',
        token: undefined,
        body: { email: 'ada@herenow.example', password: 'x' },
      },
    ]);
  });

  it('fills in parameters and the query', () => {
    expect(world.pathOf(getUser, { id: 'a/b' })).toBe('/api/user/a%2Fb');
    expect(world.pathOf(listMessages, { chatId: 'c1' }, { limit: 50, before: undefined })).toBe(
      '/api/chat/c1/messages?limit=50',
    );
    expect(() => world.pathOf(getUser, {})).toThrow('needs the parameter id');
  });

  it('goes to a server elsewhere with the header that skips the warning of a tunnel', async () => {
    const requested = async () => {
      vi.resetModules();
      const { requestOf } = await import('./request.ts');
      const { socketUrl } = await import('./host.ts');
      const { url, headers } = requestOf(getUser, { params: { id: 'ada' } }, old);
      return { url, headers, socket: socketUrl('/ws?token=x') };
    };
    vi.stubEnv('VITE_API_BASE', 'https://api.example/');
    expect(await requested()).toEqual({
      url: 'https://api.example/api/user/ada',
      headers: { authorization: `Bearer ${old}`, 'ngrok-skip-browser-warning': 'true' },
      socket: 'wss://api.example/ws?token=x',
    });
    vi.unstubAllEnvs();
    expect(await requested()).toEqual({
      url: '/api/user/ada',
      headers: { authorization: `Bearer ${old}` },
      socket: 'wss://herenow.example/ws?token=x',
    });
  });

  it('throws the status and the text of a refusal', async () => {
    world.browser.answer(() => ({ status: 401, text: 'Email or password incorrect' }));
    await expect(world.api(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 401,
      text: 'Email or password incorrect',
    });
    expect(world.logouts()).toBe(0);
  });

  it('ignores the text of a gateway’s error page', async () => {
    world.browser.answer(() => ({ status: 502, text: '<html>Bad Gateway</html>' }));
    await expect(world.api(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
      status: 502,
      text: '',
    });
  });

  it('has no answer in a network that answers anything with a page of its own', async () => {
    world.session.open(fresh);
    world.browser.answer(() => ({ status: 200, text: '\n<!doctype html><title>Hotel</title>' }));
    for (const call of [
      world.api(logout, {}),
      world.api(listSessions, {}),
      world.api(login, { body: { email: 'a', password: 'b' } }),
    ])
      await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  });

  it('has status 0 when there is no answer', async () => {
    world.browser.answer(() => 'no network');
    await expect(world.api(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
      status: 0,
    });
  });

  it('needs a token if the contract says so', async () => {
    await expect(world.api(listSessions, {})).rejects.toMatchObject({ text: 'No auth token found' });
    expect(world.browser.asked).toEqual([]);
  });
});

describe('an answer after a sign-out', () => {
  it.each([{ status: 200, text: '[]' }, { status: 404, text: 'Not found' }, 'no network' as const])(
    'is not told to the next user of the device: %j',
    async (answer) => {
      world.session.open(old);
      world.browser.answer(() => {
        world.session.open(tokenOf('bela'));
        return answer;
      });
      const told = toldOf(world.api(listSessions, {}));
      await answerForNext();
      expect(told).not.toHaveBeenCalled();
    },
  );

  it('ends a sign-out all the same', async () => {
    world.session.open(old);
    world.browser.answer(() => {
      world.session.close();
      return { status: 200 };
    });
    await expect(world.api(logout, { late: true })).resolves.toBeUndefined();
  });
});

describe('an expired token', () => {
  it('is renewed once and the call made once more', async () => {
    world.session.open(old);
    expireOldToken(() => ({ status: 200, text: fresh }));
    expect(await world.api(listSessions, {})).toEqual([]);
    expect(world.browser.asked.map(({ path, token }) => [path, token])).toEqual([
      ['/api/sessions', old],
      ['/refreshToken', old],
      ['/api/sessions', fresh],
    ]);
    expect(world.browser.asked[1]?.body).toEqual({ accessToken: old, userId: 'ada', appSource: 'web' });
    expect(localStorage.getItem('authToken')).toBe(fresh);
  });

  it('is not renewed by the page of a network that asks to sign in first', async () => {
    world.session.open(old);
    expireOldToken(() => ({ status: 200, text: '<!doctype html><title>Hotel</title>' }));
    await expect(world.api(listSessions, {})).rejects.toMatchObject({ status: 0 });
    expect([world.session.get().token, world.logouts()]).toEqual([old, 0]);
  });

  it('is renewed once for all calls that need it', async () => {
    world.session.open(old);
    expireOldToken(() => ({ status: 200, text: fresh }));
    await Promise.all([1, 2, 3, 4].map(() => world.api(listSessions, {})));
    expect(world.browser.asked.filter(({ path }) => path === '/refreshToken')).toHaveLength(1);
    expect(world.browser.asked.filter(({ token }) => token === fresh)).toHaveLength(4);
  });

  it('is renewed, and once, even if the browser stores nothing and so has no locks', async () => {
    const request = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
    vi.stubGlobal('navigator', { locks: { request } });
    world.session.open(old);
    expireOldToken(() => ({ status: 200, text: fresh }));
    expect(await Promise.all([1, 2].map(() => world.api(listSessions, {})))).toEqual([[], []]);
    expect(world.browser.asked.filter(({ path }) => path === '/refreshToken')).toHaveLength(1);
  });

  it('is not renewed when another tab has done it', async () => {
    world.session.open(old);
    expireOldToken(() => ({ status: 500 }));
    const call = world.api(listSessions, {});
    localStorage.setItem('authToken', fresh);
    expect(await call).toEqual([]);
    expect(world.browser.asked.filter(({ path }) => path === '/refreshToken')).toEqual([]);
    expect(world.logouts()).toBe(0);
  });

  it.each([{ status: 500 }, { status: 503 }, { status: 429 }, 'no network' as const])(
    'leaves the session alone when the refresh comes to %j, and tries again',
    async (failure) => {
      world.session.open(old);
      expireOldToken(() => failure);
      await expect(world.api(listSessions, {})).rejects.toMatchObject({ name: 'ApiError' });
      expect(world.logouts()).toBe(0);
      expireOldToken(() => ({ status: 200, text: fresh }));
      expect(await world.api(listSessions, {})).toEqual([]);
    },
  );

  it.each([
    { status: 401, text: 'Please log in again.' },
    { status: 403, text: 'This account is suspended.' },
  ])('ends the session when the refresh comes to %j', async (refusal) => {
    world.session.open(old);
    expireOldToken(() => refusal);
    const calls = await Promise.allSettled([world.api(listSessions, {}), world.api(listSessions, {})]);
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(world.logouts()).toBe(1);
  });

  it.each([
    { status: 200, text: fresh },
    { status: 401, text: 'Please log in again.' },
  ])('leaves whoever has signed in meanwhile alone when the refresh comes to %j', async (answer) => {
    world.session.open(old);
    expireOldToken(() => {
      world.session.open(tokenOf('bela'));
      return answer;
    });
    const told = toldOf(world.api(listSessions, {}));
    await answerForNext();
    expect(told).not.toHaveBeenCalled();
    expect(world.session.get()).toMatchObject({ token: tokenOf('bela'), userId: 'bela' });
    expect(world.logouts()).toBe(0);
  });

  it('does not repeat a call for another user who has signed in meanwhile', async () => {
    world.session.open(old);
    world.browser.answer(() => {
      world.session.open(tokenOf('bela'));
      return { status: 401, text: 'Please log in again.' };
    });
    const told = toldOf(world.api(listSessions, {}));
    await vi.waitUntil(() => world.session.get().userId === 'bela');
    expect(world.browser.asked.map(({ token }) => token)).toEqual([old]);
    await answerForNext();
    expect(told).not.toHaveBeenCalled();
    expect(world.logouts()).toBe(0);
  });

  it('is not renewed a second time for the same call', async () => {
    world.session.open(old);
    world.browser.answer(({ path }) =>
      path === '/refreshToken' ? { status: 200, text: fresh } : { status: 401, text: 'Please log in again.' },
    );
    await expect(world.api(listSessions, {})).rejects.toMatchObject({ status: 401 });
    expect(world.browser.asked.filter(({ path }) => path === '/refreshToken')).toHaveLength(1);
  });

  it('gives an error that says so if the user is unknown', async () => {
    world.session.open(old);
    localStorage.removeItem('userId');
    vi.resetModules();
    const { api } = await import('./api.ts');
    expireOldToken(() => ({ status: 200, text: fresh }));
    await expect(api(listSessions, {})).rejects.toMatchObject({ text: 'No user id found' });
    expect(world.logouts()).toBe(1);
  });
});
