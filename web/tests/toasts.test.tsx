import { listChats } from '@herenow/contract/chats';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toasts } from '../src/ui/toast-list.ts';
import { closeToast, showToast } from '../src/ui/toast.tsx';
import { keepToasts } from './kept-toasts.ts';
import { openPage } from './opened-page.tsx';
import { ownRecord } from './people.ts';
import { stubServer } from './stubbed-server.ts';

async function openChats(): Promise<void> {
  stubServer(ownRecord()).on(listChats, { body: [] });
  await openPage('/chats', ownRecord());
  onTestFinished(() => closeToast(''));
}

const shown = () => [...document.querySelectorAll('.toast:not(.toast-exit)')].map((one) => one.textContent);

test('four toasts are shown at most, the newest on top, and the next wait in their order', async () => {
  await openChats();
  keepToasts();
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh']) {
    showToast(name, { id: name });
    await expect.poll(() => toasts.get().at(-1)?.id).toBe(name);
  }
  await expect.poll(shown).toEqual(['fourth', 'third', 'second', 'first']);
  // One that waits is never shown if it is closed.
  closeToast('fifth');
  closeToast('second');
  await expect.poll(shown).toEqual(['sixth', 'fourth', 'third', 'first']);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(shown).toEqual(['seventh', 'sixth', 'fourth', 'third']);
});

test('the clock of a toast stands still under a mouse, in a window without focus, and after Alt+T', async () => {
  await openChats();
  showToast('News', { duration: 600_000 });
  const said = page.getByText('News');
  await expect.element(said).toBeVisible();
  const toast = said.element().closest<HTMLElement>('.toast')!;
  const clock = toast.querySelector<HTMLElement>('.toast-clock')!;
  const state = () => getComputedStyle(clock).animationPlayState;
  await expect.poll(state).toBe('running');

  await userEvent.hover(toast);
  await expect.poll(state).toBe('paused');
  await userEvent.hover(page.getByRole('navigation', { name: 'Main' }));
  await expect.poll(state).toBe('running');

  window.dispatchEvent(new Event('blur'));
  await expect.poll(state).toBe('paused');
  window.dispatchEvent(new Event('focus'));
  await expect.poll(state).toBe('running');

  await userEvent.keyboard('{Alt>}t{/Alt}');
  await expect.poll(() => document.activeElement).toBe(toast);
  await expect.poll(state).toBe('paused');
  await userEvent.keyboard('{Escape}');
  await expect.poll(state).toBe('running');
});

test('a toast that comes into a window without focus waits until one looks', async () => {
  await openChats();
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  showToast('News', { duration: 600_000 });
  const said = page.getByText('News');
  await expect.element(said).toBeVisible();
  const toast = said.element().closest<HTMLElement>('.toast')!;
  const state = () => getComputedStyle(toast.querySelector('.toast-clock')!).animationPlayState;
  await Promise.all(toast.getAnimations().map(({ finished }) => finished));
  // Its end is told with the next frame, and rendered after that.
  for (let frames = 3; frames > 0; frames -= 1) await new Promise(requestAnimationFrame);
  expect(state()).toBe('paused');
  window.dispatchEvent(new Event('focus'));
  await expect.poll(state).toBe('running');
});

test('a toast without a time stays, and what its photo does ends nothing', async () => {
  await openChats();
  showToast('Stay', { duration: false, photo: { url: '/none.jpg' } });
  const said = page.getByText('Stay');
  await expect.element(said).toBeVisible();
  const toast = said.element().closest<HTMLElement>('.toast')!;
  await Promise.all(toast.getAnimations().map(({ finished }) => finished));
  expect(toast.querySelector('.toast-clock')).toBeNull();
  const inside = toast.querySelector('.toast-photo')!;
  inside.dispatchEvent(new AnimationEvent('animationend', { bubbles: true }));
  expect(shown()).toEqual(['Stay']);
});
