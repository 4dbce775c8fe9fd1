import { listMessages } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf } from './people.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

/** Replaces the clipboard by one that refuses, or by none, as on a page without TLS. */
function stubClipboard(clipboard: Pick<Clipboard, 'writeText'> | undefined): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
}
const refusing = { writeText: () => Promise.reject(new DOMException('No', 'NotAllowedError')) };

for (const [name, clipboard] of [
  ['refuses', refusing],
  ['is not there', undefined],
] as const) {
  test(`if the clipboard ${name}, copying a message says that it failed`, async () => {
    stubClipboard(clipboard);
    const { ada, server, chat } = stubChat();
    server.on(listMessages, { body: [messageOf(chat, 'Are you near?')] });
    await openPage(`/chat/${chat.id}`, ada);
    await page.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy Text' }).click();
    await expect.element(page.getByText('We couldn’t copy the text')).toBeVisible();
  });

  test(`if the clipboard ${name}, copying the link for a friend says that it failed`, async () => {
    stubClipboard(clipboard);
    const { ada, server } = stubAda();
    server.on(listFeed, { body: [] });
    await openPage('/feed', ada);
    await page.getByRole('button', { name: 'Bring a Friend' }).click();
    await page.getByRole('button', { name: 'Copy the Link' }).click();
    await expect.element(page.getByText('We couldn’t copy the link')).toBeVisible();
  });
}
