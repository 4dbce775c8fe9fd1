import type { NodeEngines } from '@herenow/testing/cluster-nodes';
import type { Engines } from '@herenow/testing/cluster';
import { cuttableLine, type CuttableLine } from '@herenow/testing/cuttable-line';

/** The connections between one node and its engines. */
export interface NodeLines {
  database: CuttableLine;
  /** One to each server of the bus. */
  nats: CuttableLine[];
  photos: CuttableLine;
  mail: CuttableLine;
}

/** Opens a line from each node to each engine; each line can be interrupted separately. */
export function openLines() {
  const stack = new AsyncDisposableStack();
  const nodes: NodeLines[] = [];

  async function through(address: string): Promise<{ line: CuttableLine; url: string }> {
    const { host } = new URL(address);
    const line = stack.use(await cuttableLine(host));
    return { line, url: address.replace(host, line.host) };
  }

  return {
    nodes,
    async between(engines: Engines, node: number): Promise<NodeEngines> {
      const database = await through(engines.databaseUrl);
      const nats = await Promise.all(engines.natsUrls.map(through));
      const photos = await through(engines.photosUrl);
      const mail = await through(engines.mailUrl);
      nodes[node] = {
        database: database.line,
        nats: nats.map(({ line }) => line),
        photos: photos.line,
        mail: mail.line,
      };
      return {
        databaseUrl: database.url,
        natsUrl: nats.map(({ url }) => url).join(','),
        photosUrl: photos.url,
        mailUrl: mail.url,
      };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
