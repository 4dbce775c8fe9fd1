import '../src/styles/app.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PhotoEditor } from '../src/features/photos/components/photo-editor.tsx';
import type { PhotoList } from '../src/features/photos/use-photos.ts';

test('what failed to be uploaded is named by its place', async () => {
  const upload = { blob: new Blob(), url: '/photo-placeholder.svg', share: 0, problem: 'It failed.' };
  const list = {
    photos: [],
    uploads: [
      { ...upload, key: '1' },
      { ...upload, key: '2' },
    ],
  } as Partial<PhotoList> as PhotoList;
  await render(<PhotoEditor list={list} max={3} />);
  for (const name of ['Try Again: Photo 1', 'Remove Photo 1', 'Try Again: Photo 2', 'Remove Photo 2'])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
});

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
  await expect.element(bar).not.toHaveAttribute('aria-valuetext');
  await expect.element(bar).toHaveTextContent('');
  // On the dark bar, as on any photo.
  await expect
    .element(bar.element().firstElementChild as HTMLElement)
    .toHaveStyle({ backgroundColor: 'rgb(255, 255, 255)' });
});
