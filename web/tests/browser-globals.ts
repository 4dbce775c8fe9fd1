import { vi } from 'vitest';

/** Returns a JSON Web Token without a real signature. */
export function tokenOf(sub: string, mark = 0): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub, jti: mark })}.x`;
}

/** A storage whose entries are its own properties, as in a browser. */
function fakeStorage(): Storage {
  const methods = {
    key(at: number) {
      return Object.keys(this)[at] ?? null;
    },
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
    clear: () => {
      for (const key of Object.keys(storage)) delete storage[key];
    },
    get length() {
      return Object.keys(storage).length;
    },
  };
  const storage = Object.create(methods) as Storage;
  return storage;
}

export type Answer = { status: number; text?: string; headers?: HeadersInit } | 'no network';
export type Asked = { method: string; path: string; token: string | undefined; body: unknown };

/** Fakes the browser globals that the client needs, and a server with scripted responses. */
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
    return new Response(answer.text ?? '', answer);
  });
  return {
    window,
    asked,
    answer(how: (request: Asked) => Answer | Promise<Answer>): void {
      respond = how;
    },
    /** Counts how often a window event was emitted. */
    heard(name: string): () => number {
      const handler = vi.fn<() => void>();
      window.addEventListener(name, handler);
      return () => handler.mock.calls.length;
    },
  };
}
