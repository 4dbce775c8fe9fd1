import '../src/styles/app.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LocationProvider } from '../src/lib/navigation.tsx';
import { Sheet } from '../src/ui/sheet.tsx';

const open = async (scene?: boolean) => {
  await page.viewport(844, 390);
  await render(
    <LocationProvider>
      <Sheet
        open
        onOpenChange={() => {}}
        title="You and Bela"
        scene={scene && <div data-testid="scene" style={{ width: 288, height: 280 }} />}
        footer={
          <>
            <button type="button">Say something</button>
            <button type="button">Later</button>
          </>
        }
      >
        <p style={{ height: scene ? 60 : 900 }}>What both like</p>
      </Sheet>
    </LocationProvider>,
  );
};
const button = (name: string) => page.getByRole('button', { name });

test('on a phone held sideways the buttons of a sheet are beside the scrolling content', async () => {
  await open();
  await expect.element(button('Say something')).toBeInViewport({ ratio: 1 });
  await expect.element(button('Later')).toBeInViewport({ ratio: 1 });
  const text = page.getByText('What both like').element().getBoundingClientRect();
  expect(button('Later').element().getBoundingClientRect().left).toBeGreaterThanOrEqual(text.right);
});

test('on a phone held sideways a picture is beside text and buttons, all in sight', async () => {
  await open(true);
  const parts = [page.getByTestId('scene'), page.getByText('What both like'), button('Say something')];
  for (const part of [...parts, button('Later'), button('Close')])
    await expect.element(part).toBeInViewport({ ratio: 1 });
});
