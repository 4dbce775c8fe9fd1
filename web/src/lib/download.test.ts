import { downloadExport } from '@herenow/contract/rights';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../../tests/browser-globals.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a file that has arrived only after a sign-out is not given to the next user', async () => {
  fakeBrowser();
  const { download } = await import('./download.ts');
  const { session } = await import('./session.ts');
  const saved: string[] = [];
  const link = { click: () => void saved.push(session.get().userId!) };
  vi.stubGlobal('document', { createElement: () => link });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  const file = (arriving: () => void) =>
    new ReadableStream(
      {
        pull(controller) {
          arriving();
          controller.close();
        },
      },
      // Nothing arrives before it is read.
      { highWaterMark: 0 },
    );
  session.open(tokenOf('ada'));
  const files = [file(() => void session.open(tokenOf('bela'))), file(() => undefined)];
  vi.stubGlobal('fetch', async () => new Response(files.shift()));
  void download(downloadExport);
  await vi.waitUntil(() => session.get().userId === 'bela');
  await download(downloadExport);
  expect(saved).toEqual(['bela']);
});

it('is not the page of a network that answers anything with one', async () => {
  fakeBrowser();
  const { download } = await import('./download.ts');
  const { session } = await import('./session.ts');
  session.open(tokenOf('ada'));
  vi.stubGlobal('fetch', async () => new Response('<p>', { headers: { 'content-type': 'text/html' } }));
  await expect(download(downloadExport)).rejects.toMatchObject({ status: 0 });
});
