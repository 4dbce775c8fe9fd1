import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { later } from '../src/ui/later.tsx';

test('a part whose code does not come takes nothing with it, and comes when it can', async () => {
  let reachable = false;
  let asked = 0;
  const Part = later<{ name: string }>(async () => {
    asked += 1;
    if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: ({ name }) => <p>The part of {name}</p> };
  });
  const both = (
    <>
      <p>The page</p>
      <Part name="Ada" />
    </>
  );
  const { rerender } = await render(both);
  await expect.element(page.getByText('The page')).toBeVisible();
  expect(asked).toBeGreaterThan(0);
  reachable = true;
  await expect.element(page.getByText('The part of Ada')).toBeVisible();

  // Once it is here it stands at once.
  await rerender(<p>Another page</p>);
  await rerender(both);
  expect(page.getByText('The part of Ada').elements()).toHaveLength(1);
});
