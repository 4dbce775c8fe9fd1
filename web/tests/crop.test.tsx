import '../src/styles/app.css';
import { PHOTO_HEIGHT, PHOTO_WIDTH } from '@herenow/contract/constants';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import CropDialog from '../src/features/photos/components/crop-dialog.tsx';
import { LocationProvider } from '../src/lib/navigation.tsx';

const FRAME = 12;

/** A red picture of the photo's shape, in a narrow blue frame. */
async function framed(): Promise<File> {
  const canvas = new OffscreenCanvas(PHOTO_WIDTH, PHOTO_HEIGHT);
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'blue';
  context.fillRect(0, 0, PHOTO_WIDTH, PHOTO_HEIGHT);
  context.fillStyle = 'red';
  context.fillRect(FRAME, FRAME, PHOTO_WIDTH - 2 * FRAME, PHOTO_HEIGHT - 2 * FRAME);
  return new File([await canvas.convertToBlob()], 'ada.png');
}

/** Says which of the two colours a photo has at a place of its left edge. */
async function colourAt(photo: Blob, x: number): Promise<string> {
  const canvas = new OffscreenCanvas(PHOTO_WIDTH, PHOTO_HEIGHT);
  const context = canvas.getContext('2d')!;
  context.drawImage(await createImageBitmap(photo), 0, 0);
  const [red = 0, , blue = 0] = context.getImageData(x, PHOTO_HEIGHT / 2, 1, 1).data;
  return red > 200 ? 'red' : blue > 200 ? 'blue' : 'neither';
}

test('a photo is cropped in a viewport of 300 by 400, at half to three times its size', async () => {
  await page.viewport(390, 844);
  await render(
    <LocationProvider>
      <CropDialog file={await framed()} onCropped={() => {}} onCancel={() => {}} />
    </LocationProvider>,
  );
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await expect.element(zoom).toBeVisible();
  expect(zoom.element()).toMatchObject({ min: '0.5', max: '3', step: '0.1', value: '1' });
  // As laid out: while the dialog opens, it is drawn smaller.
  const { offsetWidth, offsetHeight } = document.querySelector<HTMLElement>('.crop')!;
  expect([offsetWidth, offsetHeight]).toEqual([300, 400]);
  // Not white, as the dialog is and the photo may be.
  const { borderTopColor } = getComputedStyle(document.querySelector('.reactEasyCrop_CropArea')!);
  expect(borderTopColor).not.toContain('255');
});

test.each([
  [375, 667],
  [375, 553],
  [320, 568],
])('on a phone of %i by %i, whole photo and zoom are in sight', async (width, height) => {
  await page.viewport(width, height);
  await render(
    <LocationProvider>
      <CropDialog file={await framed()} onCropped={() => {}} onCancel={() => {}} />
    </LocationProvider>,
  );
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  // The buttons below do not cover it.
  const free = () => {
    const { x, y, width: wide, height: high } = zoom.element().getBoundingClientRect();
    return document.elementFromPoint(x + wide / 2, y + high - 1) === zoom.element();
  };
  await expect.poll(free).toBe(true);
  const { offsetWidth, offsetHeight, offsetLeft } = document.querySelector<HTMLElement>('.crop')!;
  expect(offsetWidth / offsetHeight).toBeCloseTo(0.75, 1);
  expect(Math.abs(2 * offsetLeft + offsetWidth - width), 'in the middle').toBeLessThan(2);
});

test('a photo can be used once its picture has loaded, and then as shown', async () => {
  await page.viewport(390, 844);
  let photo: Blob | undefined;
  await render(
    <LocationProvider>
      <CropDialog file={await framed()} onCropped={(one) => (photo = one)} onCancel={() => {}} />
    </LocationProvider>,
  );
  const use = page.getByRole('button', { name: 'Use Photo' });
  await expect.element(use).toBeEnabled();
  (use.element() as HTMLElement).click();
  await expect.poll(() => photo).toBeDefined();
  // The whole picture: its frame lies at the edge and is as wide as it was.
  for (const at of [2, FRAME - 3]) expect(await colourAt(photo!, at)).toBe('blue');
  expect(await colourAt(photo!, FRAME + 3)).toBe('red');
});

test('what the arrow keys move has an outline that nothing cuts off', async () => {
  await page.viewport(390, 844);
  await render(
    <LocationProvider>
      <CropDialog file={await framed()} onCropped={() => {}} onCancel={() => {}} />
    </LocationProvider>,
  );
  const area = page.getByRole('group', { name: /arrow keys/ });
  await expect.element(area).toBeVisible();
  page.getByRole('button', { name: 'Close' }).element().focus();
  await userEvent.tab();
  await expect.element(area).toHaveFocus();
  const frame = area.element().closest('.crop')!;
  expect(getComputedStyle(frame).outlineStyle).toBe('solid');
});

test('a photo cancelled while being cropped is not added', async () => {
  await page.viewport(390, 844);
  const { toBlob } = HTMLCanvasElement.prototype;
  onTestFinished(() => {
    HTMLCanvasElement.prototype.toBlob = toBlob;
  });
  let write: (() => void) | undefined;
  let written: unknown[] = [];
  HTMLCanvasElement.prototype.toBlob = function (take, ...how) {
    written = how;
    write = () => toBlob.call(this, take, ...how);
  };
  const photos: Blob[] = [];
  const opened = await render(
    <LocationProvider>
      <CropDialog
        file={await framed()}
        onCropped={(one) => photos.push(one)}
        onCancel={() => void opened.unmount()}
      />
    </LocationProvider>,
  );
  const use = page.getByRole('button', { name: 'Use Photo' });
  await expect.element(use).toBeEnabled();
  (use.element() as HTMLElement).click();
  await expect.poll(() => write).toBeDefined();
  expect(written).toEqual(['image/jpeg', 0.95]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(use).not.toBeInTheDocument();
  write!();
  // A canvas writes one blob after the other.
  await new Promise<Blob | null>((done) => toBlob.call(document.createElement('canvas'), done));
  expect(photos).toEqual([]);
});
