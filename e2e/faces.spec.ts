import { CHROMIUM_FLAGS, findPageBrowser } from '@herenow/testing/chromium';
import { becomeVisible } from '@herenow/testing/public-person';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { makeOperator } from './operators.ts';
import { neighbours } from './meetings.ts';
import { enter, signIn, someone } from './signed-in.ts';

const executablePath = findPageBrowser();
const FAKE_CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({
  serviceWorkers: SERVICE_WORKERS,
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...CHROMIUM_FLAGS, ...FAKE_CAMERA],
  },
});

test('two selfies are taken, an operator decides, and the mark shows on the card and in the filter @slow', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const { ada, bela } = await neighbours(baseURL);
  const { coordinates } = (await bela.user()).location!;
  await becomeVisible(await someone('Chidi', { baseURL, at: coordinates as [number, number] }));
  const dana = await someone('dana', { baseURL });
  await makeOperator(dana, server);

  await enter(page, ada, '/settings');
  await page.getByRole('link', { name: 'Get Verified' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  const poses: string[] = [];
  for (const step of [1, 2]) {
    await expect(page.getByText(`Picture ${step} of 2`)).toBeVisible();
    poses.push(await page.getByRole('heading', { level: 2 }).innerText());
    await expect(page.locator('input[type=file]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Take Picture' }).click();
  }
  expect(new Set(poses).size).toBe(2);
  await expect(page.getByText('Thank you')).toBeVisible();

  const desk = await browser.newContext({ baseURL: baseURL!, viewport: { width: 1280, height: 800 } });
  const deskPage = await desk.newPage();
  await signIn(deskPage, dana);
  await deskPage.goto('/desk/faces');
  await expect(deskPage.getByRole('link', { name: 'Faces 1' })).toBeVisible();
  await deskPage.getByRole('link', { name: /^Ada, / }).click();
  const selfies = deskPage.locator('img[src^="data:image/webp"]');
  await expect(selfies).toHaveCount(2);
  const widths = await selfies.evaluateAll((all) =>
    (all as HTMLImageElement[]).map(({ naturalWidth }) => naturalWidth),
  );
  expect(widths).toEqual([640, 640]);
  await deskPage.getByRole('button', { name: 'Same Person' }).click();
  await expect(deskPage.getByText('Nobody waiting')).toBeVisible();
  await expect(page.getByRole('heading', { name: /You’re verified/ })).toBeVisible();

  const hers = await browser.newContext({ baseURL: baseURL! });
  const belaPage = await hers.newPage();
  await signIn(belaPage, bela);
  await belaPage.goto('/feed');
  const mark = belaPage.getByRole('article').getByRole('img', { name: 'Verified' });
  await expect(belaPage.getByRole('article')).toHaveCount(2);
  await expect(mark).toHaveCount(1);
  await belaPage.getByRole('button', { name: 'Filter' }).click();
  await belaPage.getByRole('switch', { name: 'Verified only' }).check();
  await belaPage.getByRole('button', { name: 'Apply' }).click();
  await expect(belaPage.getByRole('article')).toHaveCount(1);
  await belaPage.getByRole('article').getByRole('link').click();
  await expect(
    belaPage.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Verified' }),
  ).toBeVisible();
  await Promise.all([desk.close(), hers.close()]);
});

test('on a phone the button is in sight without scrolling', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await enter(page, await someone('Ada', { baseURL }), '/face-check');
  const isInSight = () =>
    page.getByRole('button', { name: 'Start' }).evaluate((button) => {
      const { left, bottom } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + 20, bottom - 4));
    });
  await expect.poll(isInSight).toBe(true);
});

test('only the document of the face check may use the camera', async ({ baseURL }) => {
  const policy = async (path: string) =>
    (await fetch(new URL(path, baseURL), { headers: { accept: 'text/html' } })).headers.get(
      'permissions-policy',
    );
  expect(await policy('/face-check')).toContain('camera=(self)');
  for (const path of ['/', '/settings', '/feed', '/desk/faces', '/app.html'])
    expect(await policy(path)).toContain('camera=()');
});
