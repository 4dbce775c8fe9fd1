import { DEVICE_KEY_HEADER, login, refreshToken } from '@herenow/contract/accounts';
import type { BodyOf, Call } from '@herenow/contract/call';
import { REALTIME } from '@herenow/contract/constants';
import type { DestinationBody, DestinationName, QueueBody, QueueName } from '@herenow/contract/queue';
import { Client } from '@stomp/stompjs';
import { WebSocket } from 'ws';
import { api, PASSWORD, type ApiAnswer, type ApiInput } from '@herenow/testing/people';

/** When to refresh a token; it is valid for 15 minutes. */
const TOKEN_MS = 10 * 60_000;
const RECONNECT_MS = 3000;

export type Handlers = { [Q in QueueName]?: (body: QueueBody<Q>) => void };
/** A person of an earlier start. */
export interface Known {
  id: string;
  email: string;
  device?: string | undefined;
}

export type Resident = ReturnType<typeof createResident>;

/** Creates a person's client: calls with a token that stays fresh, and the realtime channel. */
export function createResident(options: { url: string; id: string; email: string; token: string }) {
  const { url, id, email } = options;
  let token = options.token;
  let freshUntil = Date.now() + TOKEN_MS;
  let refreshing: Promise<void> | undefined;
  let client: Client | undefined;

  async function refresh(): Promise<void> {
    const body: BodyOf<typeof refreshToken> = { accessToken: token, userId: id };
    let answer = await api({ url }, refreshToken, { body });
    if (answer.status === 401) answer = await api({ url }, login, { body: { email, password: PASSWORD } });
    if (answer.status !== 200) throw new Error(`No new token: ${answer.status}`);
    token = answer.text;
    freshUntil = Date.now() + TOKEN_MS;
  }

  async function freshToken(): Promise<string> {
    if (Date.now() > freshUntil) await (refreshing ??= refresh().finally(() => (refreshing = undefined)));
    return token;
  }

  /** Returns the response, refusals included; throws on a server error. */
  async function call<C extends Call>(wanted: C, input: ApiInput<C> = {}): Promise<ApiAnswer> {
    let answer = await api({ url }, wanted, { ...input, token: await freshToken() });
    if (answer.status === 401) {
      freshUntil = 0;
      answer = await api({ url }, wanted, { ...input, token: await freshToken() });
    }
    if (answer.status >= 500) throw new Error(`${wanted.method} ${wanted.path}: ${answer.status}`);
    return answer;
  }

  return {
    id,
    email,
    call,
    freshToken,

    /** Listens until `disconnect`; `onConnect` runs after each connection, reconnections included. */
    async connect(handlers: Handlers, onConnect: () => void): Promise<void> {
      if (client) return;
      client = new Client({
        webSocketFactory: () => new WebSocket(socketUrl(url, token), ['v12.stomp', 'v11.stomp', 'v10.stomp']),
        beforeConnect: async () => void (await freshToken()),
        reconnectDelay: RECONNECT_MS,
        heartbeatIncoming: REALTIME.heartbeatMs,
        heartbeatOutgoing: REALTIME.heartbeatMs,
      });
      const connected = client;
      connected.onConnect = () => {
        for (const [queue, handle] of Object.entries(handlers) as [QueueName, (body: unknown) => void][])
          connected.subscribe(`/user/queue/${queue}`, ({ body }) => handle(JSON.parse(body)));
        onConnect();
      };
      connected.activate();
    },

    send<D extends DestinationName>(destination: D, body: DestinationBody<D>): void {
      if (client?.connected) client.publish({ destination, body: JSON.stringify(body) });
    },

    async disconnect(): Promise<void> {
      const leaving = client;
      client = undefined;
      await leaving?.deactivate({ force: true });
    },
  };
}

function socketUrl(url: string, token: string): URL {
  const address = new URL(REALTIME.path, url);
  address.protocol = 'ws:';
  address.searchParams.set('token', token);
  return address;
}

/**
 * Signs in a person of an earlier start and keeps the key of the device, without which each sign-in is mailed. Returns
 * undefined if the account no longer exists.
 */
export async function signIn(url: string, known: Known): Promise<Resident | undefined> {
  const body = { email: known.email, password: PASSWORD, device: known.device };
  const answer = await api({ url }, login, { body });
  if (answer.status === 401) return undefined;
  if (answer.status !== 200) throw new Error(`Signing in: ${answer.status}`);
  known.device = answer.headers.get(DEVICE_KEY_HEADER) ?? undefined;
  return createResident({ url, ...known, token: answer.text });
}
