import '../src/styles/app.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PhotoEditor } from '../src/features/photos/components/photo-editor.tsx';
import type { PhotoList } from '../src/features/photos/use-photos.ts';

test('an upload says its share once, as its value', async () => {
  const upload = {
    key: '1',
    blob: new Blob(),
    url: '/photo-placeholder.svg',
    share: 0.4,
    problem: undefined,
  };
  const list = {
    photos: [],
    uploads: [upload],
    busy: true,
    changed: true,
  } as Partial<PhotoList> as PhotoList;
  await render(<PhotoEditor list={list} max={3} />);
  const bar = page.getByRole('progressbar', { name: 'Uploading', exact: true });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '40');
});
