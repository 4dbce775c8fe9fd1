import '../src/styles/app.css';
import { DATE_PLACE_MAX, NAME_MAX } from '@herenow/contract/constants';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { words } from '../src/features/safety/date-words.ts';
import { listCardClass, ListRow } from '../src/ui/list-row.tsx';

test('the longest name and the longest text are whole in a row of the narrowest phone', async () => {
  await page.viewport(320, 568);
  const name = 'W'.repeat(NAME_MAX);
  const line = words.line('Wherever '.repeat(20).slice(0, DATE_PLACE_MAX), new Date().toISOString());
  await render(
    <main className="px-5">
      <div className={listCardClass}>
        <ListRow title={name} text={line} action={<button>Stop Sharing</button>} />
      </div>
    </main>,
  );
  await document.fonts.ready;
  for (const text of [name, line]) {
    const shown = page.getByText(text).element().closest('[class*=line-clamp]')!;
    expect(shown.scrollHeight).toBeLessThanOrEqual(shown.clientHeight);
  }
});
