import type { Page } from '@playwright/test';
import { blockUser } from '@herenow/contract/safety';
import { HARD } from '@herenow/testing/effort';
import { becomeVisible } from '@herenow/testing/public-person';
import { meet, neighbours, pin, sayTo } from './meetings.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { enter, quietPlace, someone } from './signed-in.ts';

test.use(PHONE);

const NAMES = {
  long: 'Maximilianatheodorawilhelminakonstanzeelisabethvonhohenstein',
  emoji: '👩🏽‍❤️‍💋‍👩🏻🏳️‍🌈🎈🧑🏿‍🚀👨‍👩‍👧‍👦🎹🥐',
  rtl: 'نور الهدى بنت عبد الرحمن الأنصارية',
};
/** One syllable of many letters, which no line breaks. */
const SYLLABLE = 'ᄀ'.repeat(60);
/** All of these at once. */
const MIXED = `${NAMES.rtl.slice(0, 12)}${NAMES.emoji.slice(0, 30)}${NAMES.long.slice(0, 18)}`;
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

async function expectNothingBeyond(page: Page, where: string): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond, `pixels beyond the screen: ${where}`).toBeLessThanOrEqual(0);
}

for (const [kind, name] of Object.entries({ mixed: MIXED, syllable: SYLLABLE, ...(HARD ? NAMES : {}) }))
  test(`a name fits on every screen: ${kind}`, async ({ page, baseURL }) => {
    const at = quietPlace();
    const ada = await someone(name, { baseURL, at });
    const bela = await someone(name, { baseURL, at });
    const chidi = await someone(name, { baseURL, at });
    const dana = await someone(name, { baseURL, at });
    const blocked = await someone(name, { baseURL, at });
    for (const one of [ada, bela, chidi, dana, blocked]) await becomeVisible(one);
    await ada.call(blockUser, { body: { userId: ada.id, userToBlockId: blocked.id } });
    await pin(chidi, ada);
    const chatId = await meet(bela, ada);
    await sayTo(chatId, bela, ada, WORD.repeat(8));
    await sayTo(chatId, ada, bela, `${name} ${WORD}`);
    await enter(page, ada, '/feed');
    for (const [path, landmark] of [
      ['/feed', 'article'],
      [`/profile/${dana.id}`, 'h1'],
      ['/chats', 'main a[href^="/chat/"]'],
      [`/chat/${chatId}`, '[role=log] li'],
      ['/settings', 'nav'],
      ['/my-profile', 'form'],
      ['/blocked-users', 'li'],
    ] as const) {
      await page.goto(path);
      await page.locator(landmark).first().waitFor();
      if (path === '/my-profile') await expect(page.getByLabel('Name')).toHaveValue(name);
      else await expect(page.getByText(name).locator('visible=true').first()).toBeAttached();
      await expectNothingBeyond(page, `${path}, ${kind}`);
    }
    await page.goto(`/profile/${dana.id}`);
    await page.getByRole('button', { name: `Pin ${name}` }).click();
    await expect(page.getByText(`You Pinned ${name}!`)).toBeVisible();
    await expectNothingBeyond(page, `a toast, ${kind}`);
    await page.goto(`/chat/${chatId}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Block User' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNothingBeyond(page, `a dialog, ${kind}`);
  });

test('a screen reader hears no gap between name and age', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article').getByRole('link')).toHaveAccessibleName(/^Bela, \d+$/);
  await expect(page.getByRole('article').getByRole('heading')).toHaveAccessibleName(/^Bela, \d+$/);
  await meet(ada, bela);
  await page.goto('/chats');
  await expect(page.getByRole('main').getByRole('link', { name: /^Bela, \d+ / })).toBeVisible();
});
