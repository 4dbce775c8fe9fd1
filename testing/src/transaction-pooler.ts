import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** PostgreSQL's message that all is answered and no transaction is open. */
const NO_TRANSACTION = Buffer.from('5a0000000549', 'hex');

/**
 * A pooler in front of the database at `target`, a host and a port: each transaction of a client gets a connection that is
 * free, the one released first or last. There are as many connections as clients. It takes only clients that wait for
 * each answer.
 */
export async function transactionPooler(target: string, which: 'first' | 'last') {
  const { hostname, port } = new URL(`tcp://${target}`);
  const free: Socket[] = [];
  /** The client that has a connection at the moment. */
  const clientOf = new Map<Socket, Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    // Its first connection is one of its own, on which it signs in.
    const first = connect(Number(port), hostname);
    clientOf.set(first, client);
    for (const socket of [client, first]) sockets.add(socket.on('error', () => {}));
    client.on('data', (bytes) => {
      const held = [...clientOf].find(([, one]) => one === client)?.[0];
      const current = held ?? (which === 'first' ? free.shift()! : free.pop()!);
      clientOf.set(current, client);
      current.write(bytes);
    });
    first.on('data', (bytes: Buffer) => {
      clientOf.get(first)?.write(bytes);
      if (!bytes.subarray(-NO_TRANSACTION.length).equals(NO_TRANSACTION)) return;
      clientOf.delete(first);
      free.push(first);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
