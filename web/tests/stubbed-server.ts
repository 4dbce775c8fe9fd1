import { validateToken } from '@herenow/contract/accounts';
import type { AnswerOf, Call } from '@herenow/contract/call';
import { listChats } from '@herenow/contract/chats';
import type { OwnUser } from '@herenow/contract/entities';
import { getUser } from '@herenow/contract/profile';
import { onTestFinished } from 'vitest';
import { chatWith, ownRecord } from './people.ts';

/** What the server responds to a call: the body of a 200, a refusal, or nothing at all. */
export type Reply<C extends Call> =
  | { body: AnswerOf<C>; headers?: Record<string, string> }
  | { status: number; text?: string; headers?: Record<string, string> }
  | 'no answer';

interface Stub {
  method: string;
  path: RegExp;
  reply(request: Asked): Promise<Response> | Response;
}

export interface Asked {
  path: string;
  query: URLSearchParams;
  body: unknown;
  /** Whether the request continues after the page is gone (`keepalive`). */
  outlivesPage: boolean;
}

export interface StubbedServer {
  /**
   * Sets the response to a call from now on, the same to each or what a function makes of the request; returns the list
   * of its requests, which grows as they arrive.
   */
  on<C extends Call>(call: C, reply: Reply<C> | ((request: Asked) => Reply<C>)): Asked[];
  /** Does the same from the next tap on: automatic refetches until then get the earlier response. */
  onTap<C extends Call>(call: C, reply: Reply<C>): Asked[];
  /** Does the same, but responds only once the returned function is called. Its `asked` lists the requests. */
  hold<C extends Call>(call: C, reply: Reply<C>): (() => void) & { asked: Asked[] };
}

const pattern = (path: string) =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`);

/**
 * Replaces the server in a test of a state that the real one cannot be brought into. It knows the record of `me`; any
 * other call that was not stubbed gets a 404, and the realtime channel stays unconnected.
 */
export function stubServer(me: OwnUser): StubbedServer {
  const stubs: Stub[] = [];
  const put = (call: Call, reply: Stub['reply']) =>
    void stubs.unshift({ method: call.method, path: pattern(call.path), reply });
  put(validateToken, () => new Promise<Response>(() => {}));
  put(getUser, ({ path }) => answer(path.endsWith(me.id) ? { body: me } : { status: 404 }));

  const real = window.fetch;
  window.fetch = async (input, init = {}) => {
    const { pathname, searchParams: query } = new URL(
      input instanceof Request ? input.url : input,
      location.href,
    );
    const method = init.method ?? 'GET';
    const stub = stubs.find((one) => one.method === method && one.path.test(pathname));
    if (!stub) return new Response('Not found', { status: 404 });
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const answered = stub.reply({ path: pathname, query, body, outlivesPage: init.keepalive ?? false });
    return Promise.race([answered, gaveUp(init.signal)]);
  };
  onTestFinished(() => {
    window.fetch = real;
  });

  function on<C extends Call>(
    call: C,
    reply: Reply<C> | ((request: Asked) => Reply<C>),
    asked: Asked[] = [],
  ): Asked[] {
    put(call, (request) => {
      asked.push(request);
      return answer(typeof reply === 'function' ? reply(request) : reply);
    });
    return asked;
  }

  return {
    on: (call, reply) => on(call, reply),
    onTap(call, reply) {
      const asked: Asked[] = [];
      const tapped = () => void on(call, reply, asked);
      document.addEventListener('click', tapped, { once: true, capture: true });
      onTestFinished(() => document.removeEventListener('click', tapped, { capture: true }));
      return asked;
    },
    hold(call, reply) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const asked: Asked[] = [];
      put(call, (request) => {
        asked.push(request);
        return promise.then(() => answer(reply));
      });
      return Object.assign(() => resolve(), { asked });
    },
  };
}

/** Replaces the server in a test in which Ada is signed in. */
export function stubAda(changes?: Partial<OwnUser>): { ada: OwnUser; server: StubbedServer } {
  const ada = ownRecord(changes);
  return { ada, server: stubServer(ada) };
}

/** Stubs a server on which Ada has a chat with Bela. */
export function stubChat(changes?: Partial<OwnUser>) {
  const stubbed = { ...stubAda(changes), chat: chatWith('Bela') };
  stubbed.server.on(listChats, { body: [stubbed.chat] });
  return stubbed;
}

function answer(
  reply:
    | { body: unknown; headers?: Record<string, string> }
    | { status: number; text?: string; headers?: Record<string, string> }
    | 'no answer',
): Response {
  if (reply === 'no answer') throw new TypeError('Failed to fetch');
  const { headers = {} } = reply;
  if ('status' in reply) return new Response(reply.text ?? '', { status: reply.status, headers });
  const { body } = reply;
  return typeof body === 'string'
    ? new Response(body, { headers })
    : Response.json(body ?? null, { headers });
}

/** Rejects once the signal is aborted, as `fetch` does. */
const gaveUp = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
