import '../src/styles/app.css';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LocationProvider } from '../src/lib/navigation.tsx';
import { ConfirmDialog } from '../src/ui/dialog.tsx';
import { ActionMenu, Menu } from '../src/ui/menu.tsx';

let counted = 0;

function Page() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Menu
        label="Actions"
        icon="…"
        items={[
          { label: 'Ask', onSelect: () => setAsking(true), movesFocus: true },
          { label: 'Count', onSelect: () => void (counted += 1) },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => undefined}
        title="A question"
        description="It asks."
        confirmText="Yes"
      />
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = page.getByRole('alertdialog');
const menu = page.getByRole('menu');
const openMenu = async () => {
  await button('Actions').click();
  await expect.element(menu).toBeVisible();
};

beforeEach(async () => {
  counted = 0;
  await render(
    <LocationProvider>
      <Page />
    </LocationProvider>,
  );
});

test('a second tap on an item of a closing menu does nothing', async () => {
  await openMenu();
  const item = page.getByRole('menuitem', { name: 'Count' }).element() as HTMLElement;
  item.click();
  item.click();
  expect(counted).toBe(1);
  await expect.element(menu).not.toBeInTheDocument();
  await openMenu();
  await page.getByRole('menuitem', { name: 'Count' }).click();
  expect(counted).toBe(2);
});

test('a double click on its button opens a menu, and a press beside it closes it', async () => {
  // From now on its code is here.
  await openMenu();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  const opener = button('Actions').element();
  await button('Actions').dblClick();
  expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect
    .poll(async () => {
      if (menu.query())
        await userEvent.click(document.documentElement, { force: true, position: { x: 300, y: 300 } });
      return menu.query();
    })
    .toBeNull();
});

test('a menu that is left gives the focus back, whatever was chosen from it before', async () => {
  await openMenu();
  await page.getByRole('menuitem', { name: 'Ask' }).click();
  await expect.element(question).toBeVisible();
  await button('Cancel').click();
  await expect.element(question).not.toBeInTheDocument();
  await openMenu();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button('Actions')).toHaveFocus();
});

test('Tab leaves a menu for its button, not for the page behind it', async () => {
  button('Actions').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Ask' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button('Actions')).toHaveFocus();
});

test('by keyboard it is outlined which item of a menu would be chosen', async () => {
  button('Actions').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu).toBeVisible();
  const item = (name: string) => page.getByRole('menuitem', { name });
  const outlineOf = (name: string) => getComputedStyle(item(name).element()).outlineStyle;
  await expect.element(item('Ask')).toHaveFocus();
  expect(outlineOf('Ask')).toBe('solid');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Count')).toHaveFocus();
  expect(['Ask', 'Count'].map(outlineOf)).toEqual(['none', 'solid']);
});

test('the arrow keys move along the row of a menu, as it looks', async () => {
  const on = { onSelect: () => undefined };
  await render(
    <LocationProvider>
      <ActionMenu
        label="Reactions"
        open
        onOpenChange={() => undefined}
        anchor={null}
        row={['One', 'Two', 'Three'].map((label) => ({ label, icon: label, ...on }))}
        items={[{ label: 'Reply', ...on }]}
      />
    </LocationProvider>,
  );
  const item = (name: string) =>
    page.getByRole('menu', { name: 'Reactions' }).getByRole('menuitem', { name });
  await expect.element(item('One')).toBeVisible();
  item('One').element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(item('Three')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(item('One')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(item('Two')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(item('Reply')).toHaveFocus();
});
