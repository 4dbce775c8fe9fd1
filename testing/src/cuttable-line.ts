import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttableLine extends AsyncDisposable {
  /** `HOST:PORT` at which the proxy listens. */
  readonly host: string;
  /** Number of open connections. */
  readonly connections: number;
  /** Closes every connection and refuses new ones until `mend`. */
  cut(): void;
  /** Stops forwarding without closing anything, as when a cable is pulled. */
  freeze(): void;
  mend(): void;
}

/** A TCP proxy to a host and port that a test can interrupt. */
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
      // A frozen connection stays frozen: resuming it would have lost bytes.
      if (state === 'frozen') destroyAll();
      state = 'whole';
    },
    async [Symbol.asyncDispose]() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
