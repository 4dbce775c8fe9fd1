import { listChats } from '@herenow/contract/chats';
import { acceptPin } from '@herenow/contract/pins';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { emit } from '../src/lib/window-events.ts';
import { openPage } from './opened-page.tsx';
import { chatWith } from './people.ts';
import { stubAda } from './stubbed-server.ts';

function requestOf(name: string) {
  const chat = chatWith(name);
  return { ...chat, pinStatus: 'pending' as const, initiatedBy: chat.participants[1].userId };
}

const acceptOf = (name: string) => page.getByRole('button', { name: `Accept ${name}` });

function press(name: string): void {
  acceptOf(name)
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
}

/** Presses a button before the page is painted with it for the first time. */
function pressOnceThere(name: string): void {
  const seen = new MutationObserver(() => {
    if (acceptOf(name).query() === null) return;
    seen.disconnect();
    press(name);
  });
  seen.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => seen.disconnect());
}

test.for([
  ['another request', 'Chidi'],
  ['a chat', 'Bela'],
])('a tap that was aimed at %s accepts nobody who has just appeared there', async ([, name]) => {
  const { ada, server } = stubAda();
  const accepted = server.on(acceptPin, 'no answer');
  const before = name === 'Chidi' ? [requestOf('Chidi'), requestOf('Bela')] : [chatWith('Bela')];
  server.on(listChats, { body: before });
  await openPage('/chats', ada);
  await expect.element(page.getByRole('main').getByText(name!).first()).toBeVisible();
  pressOnceThere('Dana');
  server.on(listChats, { body: [requestOf('Dana'), ...before] });
  emit('connected');
  await expect.element(acceptOf('Dana')).toBeVisible();
  // Accepting somebody would leave it disabled, since the server does not answer.
  await expect.element(acceptOf('Dana')).not.toHaveAttribute('aria-disabled');
  expect(accepted).toHaveLength(0);
  press('Dana');
  await expect.poll(() => accepted).toHaveLength(1);
});
