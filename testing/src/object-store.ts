import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An object store with one bucket `photos`, on a free port by default; has the part of S3 that photos need. */
export async function startObjectStore({ port = 0, host = '127.0.0.1', versions = false } = {}) {
  const objects = new Map<string, { bytes: Buffer; type: string | undefined; cache: string | undefined }>();
  /** The `authorization` header of every request so far. */
  const signatures: string[] = [];
  let broken = false;
  let refused: string | undefined;
  let hanging: 'before' | 'within' | undefined;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      signatures.push(request.headers.authorization ?? '');
      const path = decodeURIComponent(request.url!.split('?')[0]!);
      if (hanging === 'before' || (hanging === 'within' && request.method !== 'GET')) return;
      if (hanging) {
        response.writeHead(200, { 'content-length': 1000 }).write('the first bytes');
        return;
      }
      if (versions && /[?&]versioning\b/.test(request.url!))
        return void response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end('<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>');
      if (!path.startsWith('/photos/'))
        return void response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end(
            '<?xml version="1.0"?><Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>',
          );
      if (broken) return void response.writeHead(500).end();
      if (request.method === refused)
        return void response
          .writeHead(403, { 'content-type': 'application/xml' })
          .end(
            '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
          );
      if (request.method === 'PUT') {
        const { 'content-type': type, 'cache-control': cache } = request.headers;
        objects.set(path, { bytes: Buffer.concat(chunks), type, cache });
        return void response.writeHead(200, { etag: '"1"' }).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(path);
        return void response.writeHead(204).end();
      }
      const found = objects.get(path);
      if (found)
        return void response.writeHead(200, { 'content-length': found.bytes.length }).end(found.bytes);
      response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>None.</Message></Error>');
    });
  });
  await new Promise<void>((resolve) => void server.listen(port, host, resolve));

  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    signatures,
    /** Makes later requests hang before or within the response; undefined ends that. */
    hang(when: 'before' | 'within' | undefined) {
      hanging = when;
    },
    /** Makes later requests of a method fail, as for a key that may not do that; undefined ends that. */
    refuse(method: 'PUT' | 'GET' | 'DELETE' | undefined) {
      refused = method;
    },
    /** Makes every later request fail, or ends that. */
    breakDown(now: boolean) {
      broken = now;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
