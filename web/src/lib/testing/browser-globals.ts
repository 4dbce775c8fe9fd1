import { vi } from 'vitest';

/** A JSON Web Token that nobody signed. */
export function tokenOf(sub: string, mark = 0): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub, jti: mark })}.x`;
}

function fakeStorage(): Storage {
  const map = new Map<string, string>();
  return {
    get length() {
      return map.size;
    },
    key: (at) => [...map.keys()][at] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  };
}

export type Answer = { status: number; text?: string } | 'no network';
export type Asked = { method: string; path: string; token: string | undefined; body: unknown };

/** What the client needs of a browser, and a server that answers as it is told. */
export function fakeBrowser() {
  const window = new EventTarget();
  const asked: Asked[] = [];
  let respond: (request: Asked) => Answer | Promise<Answer> = () => ({ status: 200 });

  vi.stubGlobal('window', window);
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('sessionStorage', fakeStorage());
  vi.stubGlobal('location', { href: 'https://herenow.example/' });
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    const request: Asked = {
      method: method ?? 'GET',
      path: url,
      token: new Headers(headers).get('authorization')?.replace('Bearer ', ''),
      body: typeof body === 'string' ? JSON.parse(body) : body,
    };
    asked.push(request);
    const answer = await respond(request);
    if (answer === 'no network') throw new TypeError('Failed to fetch');
    return new Response(answer.text ?? '', { status: answer.status });
  });
  return {
    window,
    asked,
    answer(how: (request: Asked) => Answer | Promise<Answer>): void {
      respond = how;
    },
    /** Counts how often an event of the window was heard. */
    heard(name: string): () => number {
      const handler = vi.fn<() => void>();
      window.addEventListener(name, handler);
      return () => handler.mock.calls.length;
    },
  };
}
