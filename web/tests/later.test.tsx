import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { listen } from '../src/lib/window-events.ts';
import { later } from '../src/ui/later.tsx';

test('a part whose code fails to load breaks nothing else, and loads later', async () => {
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

  // Once loaded, it renders at once.
  await rerender(<p>Another page</p>);
  await rerender(both);
  expect(page.getByText('The part of Ada').elements()).toHaveLength(1);
});

test('a failed part is reported once if the user is waiting for it, and otherwise never @slow', async () => {
  let told = 0;
  onTestFinished(listen('partFailed', () => (told += 1)));
  let asked = 0;
  const load = async () => {
    asked += 1;
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  const Part = later(load);
  const { rerender } = await render(<Part open={false} />);
  await expect.poll(() => asked).toBe(1);
  expect(told).toBe(0);
  await rerender(<Part open />);
  // Its code is requested at once, and the failure is reported.
  await expect.poll(() => told).toBe(1);
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before);
  expect(told).toBe(1);
});
