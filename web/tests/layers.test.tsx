import '../src/styles/app.css';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Link, LocationProvider, navigate, useLocation } from '../src/lib/navigation.tsx';
import { ConfirmDialog } from '../src/ui/dialog.tsx';
import { Menu } from '../src/ui/menu.tsx';
import { Sheet } from '../src/ui/sheet.tsx';

let refuses = false;
let rendered = 0;

function Here() {
  const { pathname, state } = useLocation();
  rendered += 1;
  return (
    <>
      <p role="status">{pathname + JSON.stringify(state)}</p>
      {pathname === '/first' ? <First /> : <Link to="/first">First</Link>}
    </>
  );
}

function First() {
  const [sheet, setSheet] = useState(false);
  const [dialog, setDialog] = useState(false);
  return (
    <>
      <Menu label="Actions" icon="…" items={[{ label: 'Ask', onSelect: () => setDialog(true) }]} />
      <button onClick={() => setSheet(true)}>Open</button>
      <Sheet open={sheet} onOpenChange={(open) => !refuses && setSheet(open)} title="A sheet">
        <button onClick={() => setDialog(true)}>Ask</button>
        <Link to="/next">Next</Link>
        <button onClick={() => navigate('/next', { replace: true })}>Instead</button>
        <button onClick={() => navigate('/first', { state: 'again' })}>Again</button>
        <button onClick={() => navigate(-1)}>Leave</button>
      </Sheet>
      <ConfirmDialog
        open={dialog}
        onOpenChange={setDialog}
        onConfirm={() => {
          setDialog(false);
          navigate('/next');
        }}
        title="A question"
        description="It leads to the next page."
        confirmText="Yes"
      />
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = page.getByRole('dialog', { name: 'A sheet' });
const question = page.getByRole('alertdialog', { name: 'A question' });
const menu = page.getByRole('menu');
const expectAt = (at: string) => expect.element(page.getByText(at, { exact: true })).toBeInTheDocument();
const expectOpen = (layer: typeof sheet) => expect.element(layer).toBeVisible();
const expectClosed = (layer: typeof sheet) => expect.element(layer).not.toBeInTheDocument();
/** The history entries settle once the closed layer is gone. */
const expectLayers = (count: number) => expect.poll(() => history.state?.layers ?? 0).toBe(count);

/** Opens a page that another one precedes. */
async function open(): Promise<void> {
  refuses = false;
  history.replaceState(null, '', '/before');
  const shown = await render(
    <LocationProvider>
      <Here />
    </LocationProvider>,
  );
  onTestFinished(async () => {
    await shown.unmount();
    await expectLayers(0);
  });
  await page.getByRole('link', { name: 'First' }).click();
  await expectAt('/firstnull');
}

/** Goes forward to an entry whose layer has closed, and waits until that has led back. */
async function forward(): Promise<void> {
  const depths: number[] = [];
  const note = () => depths.push(history.state?.layers ?? 0);
  navigation.addEventListener('currententrychange', note);
  history.forward();
  await expect.poll(() => depths).toEqual([1, 0]);
  navigation.removeEventListener('currententrychange', note);
}

async function openSheet(): Promise<void> {
  await button('Open').click();
  await expectOpen(sheet);
  await expectLayers(1);
}

test('Back closes a sheet, Forward opens nothing, and Back then leaves', async () => {
  await open();
  await openSheet();
  history.back();
  await expectClosed(sheet);
  await forward();
  await expectClosed(sheet);
  await expectAt('/firstnull');
  history.back();
  await expectAt('/beforenull');
});

test('a layer closed by its button leaves no history entry', async () => {
  await open();
  await openSheet();
  await button('Close').click();
  await expectClosed(sheet);
  await expectLayers(0);
  history.back();
  await expectAt('/beforenull');
});

test.for([0, 1, 5, 30])(
  'Back %d ms after a button has closed a layer leaves the page, and no other',
  async (ms) => {
    await open();
    await openSheet();
    const close = button('Close').element() as HTMLElement;
    close.click();
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    history.back();
    await expectAt('/beforenull');
    await expectLayers(0);
    history.forward();
    await expectAt('/firstnull');
    await expectClosed(sheet);
  },
);

test('Back right after a button has closed the topmost of two layers closes the other', async () => {
  await open();
  await openSheet();
  await button('Ask').click();
  await expectLayers(2);
  (button('Cancel').element() as HTMLElement).click();
  history.back();
  await expectClosed(sheet);
  await expectAt('/firstnull');
  await expectLayers(0);
  history.back();
  await expectAt('/beforenull');
});

test.for([false, true])(
  'going back over the entry of a closed layer may take long; another opened meanwhile: %s',
  async (reopened) => {
    await open();
    await openSheet();
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    history.go = (by) => {
      asked += 1;
      // Longer than a navigation would wait for it.
      setTimeout(() => {
        navigation.addEventListener('currententrychange', () => resolve(), { once: true });
        History.prototype.go.call(history, by);
      }, 2500);
    };
    onTestFinished(() => void delete (history as Partial<History>).go);
    await button('Close').click();
    await expectClosed(sheet);
    if (reopened) await button('Open').click();
    await arrived;
    await expectLayers(reopened ? 1 : 0);
    expect(asked).toBe(1);
    await expectAt('/firstnull');
    await (reopened ? expectOpen : expectClosed)(sheet);
  },
);

test('Back closes the topmost of several layers, one each time', async () => {
  await open();
  await openSheet();
  await button('Ask').click();
  await expectOpen(question);
  await expectLayers(2);
  const before = rendered;
  history.back();
  await expectClosed(question);
  await expectOpen(sheet);
  // The page below has nothing to render.
  expect(rendered).toBe(before);
  history.back();
  await expectClosed(sheet);
  await expectAt('/firstnull');
  await expectLayers(0);
});

test('the dialog that a menu opens takes over its entry', async () => {
  await open();
  const openDialog = async () => {
    await button('Actions').click();
    await page.getByRole('menuitem', { name: 'Ask' }).click();
    await expectOpen(question);
    await expectClosed(menu);
    await expectLayers(1);
  };
  await button('Actions').click();
  await expectLayers(1);
  history.back();
  await expectClosed(menu);
  await openDialog();
  history.back();
  await expectClosed(question);
  // By now its code is there, so that it opens at once.
  using went = vi.spyOn(history, 'go');
  await openDialog();
  expect(went).not.toHaveBeenCalled();
});

test('a navigation out of a layer puts the next page right after the one below', async () => {
  await open();
  await openSheet();
  await page.getByRole('link', { name: 'Next' }).click();
  await expectAt('/nextnull');
  await expectClosed(sheet);
  history.back();
  await expectAt('/firstnull');
  await expectClosed(sheet);
  expect(history.state?.layers).toBeUndefined();
  history.back();
  await expectAt('/beforenull');
});

test('so does a navigation from a dialog over a closing sheet', async () => {
  await open();
  const below = navigation.currentEntry!.index;
  await openSheet();
  await button('Ask').click();
  await expectLayers(2);
  await button('Yes').click();
  await expectAt('/nextnull');
  expect(navigation.currentEntry!.index).toBe(below + 1);
  history.back();
  await expectAt('/firstnull');
  await expectLayers(0);
});

test('a navigation out of a layer that replaces the page below replaces it', async () => {
  await open();
  await openSheet();
  await button('Instead').click();
  await expectAt('/nextnull');
  // The layer's entry is ahead and leads back here.
  await forward();
  await expectAt('/nextnull');
  history.back();
  await expectAt('/beforenull');
});

test('going back by a button of a layer leaves the page', async () => {
  await open();
  await openSheet();
  await button('Leave').click();
  await expectAt('/beforenull');
  await expectClosed(sheet);
});

test('a layer stays when its act changes the page below', async () => {
  await open();
  await openSheet();
  await button('Again').click();
  await expectAt('/first"again"');
  await expectOpen(sheet);
  await expectLayers(1);
  history.back();
  await expectClosed(sheet);
  await expectAt('/first"again"');
});

test('a layer that refuses to close keeps Back from leaving the page', async () => {
  await open();
  await openSheet();
  refuses = true;
  history.back();
  await expectLayers(0);
  await expectLayers(1);
  await expectOpen(sheet);
  refuses = false;
  history.back();
  await expectClosed(sheet);
  await expectAt('/firstnull');
});

test('going back by several entries closes open layers', async () => {
  await open();
  await openSheet();
  history.go(-2);
  await expectAt('/beforenull');
  await expectClosed(sheet);
  history.forward();
  await expectAt('/firstnull');
  await expectClosed(sheet);
});
