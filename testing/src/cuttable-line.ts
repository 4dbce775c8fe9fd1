import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttableLine extends AsyncDisposable {
  /** `HOST:PORT` of this end of the line. */
  readonly host: string;
  /** How many go through it. */
  readonly connections: number;
  /** Breaks every connection, and lets none through until it is mended. */
  cut(): void;
  /** Lets nothing pass from now on, and informs neither end: as when a cable is pulled. */
  freeze(): void;
  mend(): void;
}

/** A way to a server, by its host and port, that a test can interrupt. */
export async function cuttableLine(target: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(`tcp://${target}`);
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'frozen' = 'whole';
  const server = createServer((near) => {
    near.on('error', () => {});
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(port), hostname);
    far.on('error', () => {});
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => [near, far].forEach((end) => sockets.delete(end) && end.destroy()));
    }
    if (state === 'whole') near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const destroyAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return sockets.size / 2;
    },
    cut() {
      state = 'cut';
      destroyAll();
    },
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      // What stood still stays so: a peer that came back would have lost bytes.
      if (state === 'frozen') destroyAll();
      state = 'whole';
    },
    async [Symbol.asyncDispose]() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
