import { useState } from 'react';
import '../src/styles/app.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { getUser } from '@herenow/contract/profile';
import { LocationProvider } from '../src/lib/navigation.tsx';
import PhotoViewer from '../src/ui/photo-viewer.tsx';
import { openPage } from './opened-page.tsx';
import { profileOf } from './people.ts';
import { stubAda } from './stubbed-server.ts';

const photos = [1, 2, 3].map((at) => ({ url: `/photo-placeholder.svg?${at}` }));

function Viewer() {
  const shown = { photos, name: 'Bela', place: useState(0) };
  return <PhotoViewer {...shown} label="Photos" closeLabel="Close" onClose={() => undefined} />;
}

test('a double tap on a photo zooms, two presses on an arrow or a dot only turn the photos', async () => {
  await page.viewport(1280, 800);
  await render(
    <LocationProvider>
      <Viewer />
    </LocationProvider>,
  );
  const shown = page.getByRole('group', { name: 'Photos of Bela' });
  const width = () => shown.element().getBoundingClientRect().width;
  const usual = width();
  await shown.hover();
  await page.getByRole('button', { name: 'Next photo' }).dblClick();
  await expect.element(page.getByRole('button', { name: 'Photo 3' })).toHaveAttribute('aria-current', 'true');
  expect(width()).toBe(usual);
  await page.getByRole('button', { name: 'Photo 1', exact: true }).dblClick();
  expect(width()).toBe(usual);
  await page.getByRole('img', { name: 'Bela, photo 1 of 3' }).dblClick();
  await expect.poll(width).toBeGreaterThan(usual * 2);
});

test('the whole photo is the one on the profile, which then shows the last one seen', async () => {
  const { ada, server } = stubAda();
  const stored = photos.map(({ url }) => ({ id: url, url, srcset: '', thumbhash: '' }));
  const bela = { ...profileOf('Bela'), photos: stored };
  server.on(getUser, { body: bela });
  await openPage(`/profile/${bela.id}`, ada);
  const profile = page.getByRole('main').getByRole('group', { name: 'Photos of Bela' });
  await profile.getByRole('button', { name: 'Photo 2' }).click();
  await page.getByRole('button', { name: 'Show the whole photo' }).click();
  const whole = page.getByRole('dialog');
  await expect.element(whole.getByRole('img', { name: 'Bela, photo 2 of 3' })).toBeVisible();
  await whole.getByRole('button', { name: 'Photo 3' }).click();
  await whole.getByRole('button', { name: 'Close' }).click();
  await expect.element(whole).not.toBeInTheDocument();
  await expect
    .element(profile.getByRole('button', { name: 'Photo 3' }))
    .toHaveAttribute('aria-current', 'true');
});
