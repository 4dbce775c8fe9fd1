import { wholeKm } from '@herenow/contract/geo';
import { becomeVisible } from '@herenow/testing/public-person';
import { hold, sent } from './answers.ts';
import { neighbours } from './meetings.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { enter, quietPlace, someone } from './signed-in.ts';

/** The button that applies the filter; once people are counted, it shows how many it finds. */
const APPLY = /^(Apply|Show .+)$/;
const BORN = '1996-05-14';

test.use(PHONE);

interface Asked {
  skip: number;
  limit: number;
  preferences: Record<string, unknown>;
}

test('the filter summarises the choice, sends it, and can be reset', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL, maxDistanceKm: 15 });
  const asked = sent<Asked>(page, '/api/feed');
  await enter(page, ada, '/feed');
  await expect(page.getByText('No one is visible right now')).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  const sheet = page.getByRole('dialog', { name: 'Preferences' });
  await expect(sheet.getByText('Everyone')).toBeVisible();
  await expect(sheet.getByText('Open to anything')).toBeVisible();
  await expect(sheet.getByRole('status')).toHaveText('15km');
  // Everything except the ideas is in sight at once.
  await expect(sheet.getByRole('switch', { name: 'Verified only' })).toBeInViewport();

  const chip = (name: string) => sheet.getByRole('button', { name, exact: true });
  await chip('She/Her').click();
  await expect(sheet.getByText('She/Her')).toHaveCount(2);
  await chip('They/Them').click();
  await expect(sheet.getByText('2 selected')).toHaveCount(1);
  await chip('Jazz night').click();
  await expect(sheet.getByText('Jazz night')).toHaveCount(2);
  await chip('Brunch').click();
  await expect(sheet.getByText('2 selected')).toHaveCount(2);
  await sheet.getByLabel('Min age').fill('5');
  await sheet.getByLabel('Max age').fill('99');
  await sheet.getByRole('slider', { name: 'Distance' }).press('End');
  await expect(sheet.getByLabel('Min age')).toHaveValue('18');
  await expect(sheet.getByLabel('Max age')).toHaveValue('80');
  await expect(sheet.getByRole('status')).toHaveText('50km+');
  const apply = sheet.getByRole('button', { name: APPLY });
  await apply.click();
  await expect(sheet).toHaveCount(0);
  await expect
    .poll(() => asked.at(-1)?.preferences)
    .toEqual({
      gender: ['She/Her', 'They/Them'],
      minAge: 18,
      maxAge: 80,
      maxDistanceKm: 50,
      interestedIn: ['jazz night', 'brunch'],
    });
  expect(asked.at(-1)).toMatchObject({ skip: 0, limit: 20 });

  await page.evaluate(() => window.dispatchEvent(new Event('openFilter')));
  await sheet.getByRole('button', { name: 'Reset' }).click();
  await expect(sheet.getByText('Everyone')).toBeVisible();
  await expect(sheet.getByText('Open to anything')).toBeVisible();
  await expect(sheet.getByLabel('Min age')).toHaveValue('');
  await expect(sheet.getByRole('status')).toHaveText('15km');
});

test('a maximum age below the minimum clears the list and requests nothing @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toHaveCount(1);
  const asked = sent<Asked>(page, '/api/feed');
  const sheet = page.getByRole('dialog', { name: 'Preferences' });
  const setAges = async (min: string, max: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'Filter' }).click();
    await sheet.getByLabel('Min age').fill(min);
    await sheet.getByLabel('Max age').fill(max);
    await sheet.getByLabel('Max age').blur();
  };
  await setAges('40', '30');
  await expect(sheet.getByText('Max age must be greater than min age')).toBeVisible();
  const oldest = sheet.getByLabel('Max age');
  await expect(oldest).toHaveAttribute('aria-invalid', 'true');
  await expect(oldest).toHaveAccessibleDescription('Max age must be greater than min age');
  await sheet.getByRole('button', { name: APPLY }).click();
  await expect(page.getByRole('main').getByText('Max age must be greater than min age')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main').getByText('Max age must be greater than min age')).toBeVisible();
  expect(asked).toEqual([]);
  await setAges('20', '30');
  await sheet.getByRole('button', { name: APPLY }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a half-typed age is not requested @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await page.clock.install();
  const counted = sent<Asked>(page, '/api/feed/count');
  await enter(page, ada, '/feed');
  await page.getByRole('button', { name: 'Filter' }).click();
  const youngest = page.getByRole('dialog', { name: 'Preferences' }).getByLabel('Min age');
  for (const age of ['2', '25']) {
    await youngest.fill(age);
    await page.clock.fastForward(1000);
  }
  await expect.poll(() => counted.at(-1)?.preferences['minAge']).toBe(25);
  expect(counted.map(({ preferences }) => preferences['minAge'])).not.toContain(2);
});

test('a filter set in one tab applies in the others @slow', async ({ page, context, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  const follows = page.waitForResponse((response) => response.url().endsWith('/api/feed/changes'));
  await enter(page, ada, '/feed');
  await follows;
  const other = await context.newPage();
  await other.goto('/feed');
  await other.getByRole('button', { name: 'Filter', exact: true }).click();
  const sheet = other.getByRole('dialog', { name: 'Preferences' });
  await sheet.getByLabel('Min age').fill('70');
  await sheet.getByRole('button', { name: APPLY }).click();
  await expect(page.getByRole('button', { name: 'Filter, 1 set' })).toBeVisible();
  await expect(page.getByText(/^Nobody aged 70 or over/)).toBeVisible();
});

test('a filter stays on the device, shows that it is on, and can be widened from an empty feed @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL, { dateOfBirth: BORN });
  const distance = wholeKm((await ada.user()).location!, (await bela.user()).location!);
  expect(distance).toBeGreaterThan(2);
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Preferences' });
  await sheet.getByRole('slider', { name: 'Youngest' }).fill('25');
  await sheet.getByRole('slider', { name: 'Oldest' }).fill('60');
  await expect(sheet.getByText('25 to 60')).toBeVisible();
  await expect(sheet.getByLabel('Min age')).toHaveValue('25');
  // Neither handle can pass the other.
  await sheet.getByRole('slider', { name: 'Oldest' }).fill('20');
  await expect(sheet.getByLabel('Max age')).toHaveValue('25');
  await sheet.getByRole('slider', { name: 'Oldest' }).fill('60');
  await sheet.getByRole('slider', { name: 'Distance' }).fill('1');
  await sheet.getByRole('button', { name: APPLY }).click();
  await expect(page.getByText('Nobody aged 25 to 60 within 2 km')).toBeVisible();

  await expect(page.getByRole('heading', { name: 'No one is visible right now' })).toBeVisible();
  await expect(page.getByText('Check back later!', { exact: true })).toBeVisible();

  await page.reload();
  const asked = sent<Asked>(page, '/api/feed');
  await expect(page.getByText('Nobody aged 25 to 60 within 2 km')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filter, 2 set' })).toBeVisible();
  // The button offers the distance within which the person seen before is found.
  const wider = page.getByRole('button', { name: /^Look Within/ });
  await expect(page.getByText(/^1 within/).first()).toBeVisible();
  const maxDistanceKm = Number(/\d+/.exec(await wider.innerText())![0]);
  await wider.click();
  await expect.poll(() => asked.at(-1)?.preferences).toMatchObject({ minAge: 25, maxAge: 60, maxDistanceKm });
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await sheet.getByRole('button', { name: 'Reset' }).click();
  await sheet.getByRole('button', { name: APPLY }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('filter'))).toBeNull();
});

test('the filter shows how many people it finds, and an empty feed how many are further away', async ({
  page,
  baseURL,
}) => {
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at, maxDistanceKm: 5 });
  const away: [number, number] = [at[0], at[1] + 0.07];
  for (const [name, dateOfBirth] of [
    ['Bela', BORN],
    ['Chidi', BORN],
    ['Dana', BORN],
    ['Emil', BORN],
    ['Fay', BORN],
    ['Gus', '1966-05-14'],
  ] as const)
    await becomeVisible(await someone(name, { baseURL, at: away, dateOfBirth }));
  await enter(page, ada, '/feed');
  await expect(page.getByText('6 within 10 km')).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Preferences' });
  await expect(sheet.getByText('Fewer than 5 people')).toBeVisible();
  await sheet.getByRole('slider', { name: 'Distance' }).press('End');
  await expect(sheet.getByRole('button', { name: 'Show 6 People' })).toBeVisible();
  const release = await hold(page, '**/api/feed/count');
  await sheet.getByLabel('Max age').fill('50');
  // A count for another choice is not shown for this one.
  await expect(sheet.getByRole('button', { name: 'Apply' })).toBeVisible();
  release();
  await sheet.getByRole('button', { name: 'Show 5 People' }).click();
  await expect(page.getByRole('article')).toHaveCount(5);
});

test('an unfinished choice in the filter stays while another tab saves other preferences @slow', async ({
  page,
  context,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Preferences' });
  await sheet.getByRole('slider', { name: 'Youngest' }).fill('25');
  await sheet.getByRole('button', { name: 'They/Them' }).click();
  const other = await context.newPage();
  await other.goto('/distance-setup');
  await other.getByRole('slider', { name: 'Distance' }).fill('0');
  await other.getByRole('button', { name: 'Next Step' }).click();
  await expect(other).toHaveURL(/\/settings$/);
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('appVisible')));
  await expect(sheet.getByText('1km', { exact: true })).toHaveCount(2);
  await sheet.getByRole('button', { name: APPLY }).click();
  await expect(page.getByRole('button', { name: 'Filter, 2 set' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('filter'))).toContain('They/Them');
});
