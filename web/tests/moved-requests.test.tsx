import { listChats } from '@herenow/contract/chats';
import type { Chat } from '@herenow/contract/entities';
import { acceptPin } from '@herenow/contract/pins';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { emit } from '../src/lib/window-events.ts';
import { openPage } from './opened-page.tsx';
import { chatWith } from './people.ts';
import { stubAda } from './stubbed-server.ts';

function requestOf(name: string): Chat {
  const chat = chatWith(name);
  return { ...chat, pinStatus: 'pending', initiatedBy: chat.participants[1].userId };
}

const acceptOf = (name: string) => page.getByRole('button', { name: `Accept ${name}` });

/** Clicks whatever takes a click in the middle of the button. */
function press(name: string): void {
  const { left, top, width, height } = acceptOf(name).element().getBoundingClientRect();
  document
    .elementFromPoint(left + width / 2, top + height / 2)!
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
}

/** Presses a button before the page is painted with this change. */
function pressOnce(isChanged: () => boolean, name: string): void {
  const seen = new MutationObserver(() => {
    if (!isChanged()) return;
    seen.disconnect();
    press(name);
  });
  seen.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => seen.disconnect());
}

const [bela, chidi, dana] = ['Bela', 'Chidi', 'Dana'].map(requestOf) as [Chat, Chat, Chat];
const isThere = (name: string) => acceptOf(name).query() !== null;

test.for<[string, { before: Chat[]; after: Chat[]; isChanged(): boolean }]>([
  [
    'a request that is withdrawn',
    { before: [chidi, dana, bela], after: [dana, bela], isChanged: () => !isThere('Chidi') },
  ],
  [
    'a chat',
    { before: [chatWith('Bela')], after: [dana, chatWith('Bela')], isChanged: () => isThere('Dana') },
  ],
])('a tap that was aimed at %s accepts nobody who has just appeared there', async ([, change]) => {
  const { ada, server } = stubAda();
  const accepted = server.on(acceptPin, 'no answer');
  server.on(listChats, { body: change.before });
  await openPage('/chats', ada);
  await page.viewport(390, 844);
  await expect.element(page.getByRole('main').getByText('Bela').first()).toBeVisible();
  pressOnce(change.isChanged, 'Dana');
  server.on(listChats, { body: change.after });
  emit('connected');
  await expect.poll(change.isChanged).toBe(true);
  // Accepting somebody would leave it disabled, since the server does not answer.
  await expect.element(acceptOf('Dana')).not.toHaveAttribute('aria-disabled');
  expect(accepted).toHaveLength(0);
  // Waits until it takes clicks.
  await acceptOf('Dana').click();
  await expect.poll(() => accepted).toHaveLength(1);
});
