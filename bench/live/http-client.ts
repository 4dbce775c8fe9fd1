/** A client that sends one request after the other on a kept-alive connection, straight on TCP. */
import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

interface Answer {
  status: number;
  head: string;
  /** The body with one character for each byte (Latin-1); a chunked one as it came, with the lengths of its chunks. */
  body: string;
}

export interface Client {
  /** Sends a request, on a new connection if the server closed the last; rejects if it closes before the response. */
  ask(request: string | Buffer): Promise<Answer>;
  close(): void;
}

interface Connection extends Client {
  readonly isOpen: boolean;
}

/** Opens a connection, from `localAddress` if given: load can come from many addresses of this machine. */
export async function openClient(port: number, localAddress?: string): Promise<Client> {
  let connection = await openConnection(port, localAddress);
  return {
    async ask(request) {
      if (!connection.isOpen) connection = await openConnection(port, localAddress);
      return await connection.ask(request);
    },
    close: () => connection.close(),
  };
}

async function openConnection(port: number, localAddress: string | undefined): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true });
  let answer: PromiseWithResolvers<Answer> | undefined;
  let received = '';
  let isOpen = true;

  function end(error: Error): void {
    isOpen = false;
    answer?.reject(error);
    answer = undefined;
  }
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.setEncoding('latin1');
  socket.on('data', (chunk: unknown) => {
    received += chunk as string;
    const found = wholeAnswer(received);
    if (!found) return;
    received = '';
    if (/^connection: close/im.test(found.head)) isOpen = false;
    answer?.resolve(found);
    answer = undefined;
  });
  socket.on('error', end);
  for (const event of ['end', 'close'])
    socket.on(event, () => end(new Error('The server closed a connection.')));
  return {
    get isOpen() {
      return isOpen;
    },
    ask(request) {
      const next = Promise.withResolvers<Answer>();
      answer = next;
      socket.write(request);
      return next.promise;
    },
    close: () => socket.destroy(),
  };
}

/** Returns the response, or undefined while it is incomplete. */
function wholeAnswer(received: string): Answer | undefined {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const head = received.slice(0, end);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const body = received.slice(end + HEAD_END.length);
  const isWhole = /^transfer-encoding: chunked/im.test(head)
    ? body.endsWith(LAST_CHUNK)
    : body.length >= length;
  return isWhole ? { status: Number(head.slice(9, 12)), head, body } : undefined;
}
