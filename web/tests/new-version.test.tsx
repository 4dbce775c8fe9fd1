import { expect, onTestFinished, test, vi } from 'vitest';
import { followVersions } from '../src/app/new-version.ts';
import { queryClient } from '../src/lib/query-client.ts';
import { offered, offerUndo, undo } from '../src/lib/undo.ts';
import { emit } from '../src/lib/window-events.ts';

/** A page at an address, in a browser in which a newer worker waits. */
function openOld(path: string, { first = false, waits = true } = {}) {
  history.replaceState(null, '', path);
  const waiting = { postMessage: vi.fn<(message: unknown) => void>() };
  const update = vi.fn<() => Promise<void>>(() => Promise.reject(new TypeError('offline')));
  const container = Object.assign(new EventTarget(), { controller: first ? null : {} });
  const registration = Object.assign(new EventTarget(), {
    waiting: waits ? waiting : null,
    installing: null,
    update,
  });
  const reload = vi.fn<() => void>();
  followVersions(
    container as unknown as ServiceWorkerContainer,
    registration as unknown as ServiceWorkerRegistration,
    reload,
  );
  return {
    asked: waiting.postMessage,
    update,
    reload,
    activate: () => container.dispatchEvent(new Event('controllerchange')),
  };
}

function hide(): void {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  document.dispatchEvent(new Event('visibilitychange'));
}

function typed(text: string): void {
  const field = document.body.appendChild(document.createElement('textarea'));
  field.value = text;
  onTestFinished(() => field.remove());
}

test('a newer version is looked for whenever the page is shown, and once some minutes after it connects', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => random.mockRestore());
  const { update } = openOld('/feed');
  // While nodes are replaced one by one, a page may be moved more than once.
  for (let at = 0; at < 3; at += 1) emit('connected');
  vi.advanceTimersByTime(149_000);
  expect(update).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(update).toHaveBeenCalledOnce();
  emit('connected');
  vi.advanceTimersByTime(300_000);
  expect(update).toHaveBeenCalledTimes(2);
  emit('appVisible');
  expect(update).toHaveBeenCalledTimes(3);
});

test('a newer version comes with the next page, and not before it is active', () => {
  const { asked, activate, reload } = openOld('/my-profile');
  // A layer over the page has an entry of its own.
  history.pushState({ layers: 1 }, '');
  expect(asked).not.toHaveBeenCalled();
  history.pushState(null, '', '/settings');
  expect(asked).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
  expect(reload).not.toHaveBeenCalled();
  activate();
  expect(reload).toHaveBeenCalledOnce();
});

test('a newer version that takes a while breaks off nothing that has begun meanwhile', () => {
  const { activate, reload } = openOld('/my-profile');
  history.pushState(null, '', '/settings');
  typed('Hello');
  activate();
  expect(reload).not.toHaveBeenCalled();
  history.pushState(null, '', '/feed');
  expect(reload).toHaveBeenCalledOnce();
});

test('a newer version waits for what can still be undone, and for what is being done', async () => {
  const { asked } = openOld('/chats');
  offerUndo({ id: 'a', text: 'You rejected Bela', undo: () => undefined, commit: async () => undefined });
  history.pushState(null, '', '/feed');
  undo();
  expect(offered.get()).toBeUndefined();
  const { promise, resolve } = Promise.withResolvers<void>();
  const act = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => promise })
    .execute(undefined);
  history.pushState(null, '', '/chats');
  expect(asked).not.toHaveBeenCalled();
  resolve();
  await act;
  history.pushState(null, '', '/feed');
  expect(asked).toHaveBeenCalledOnce();
});

test('a hidden page takes a newer version', () => {
  const { asked, activate, reload } = openOld('/chat/1');
  typed('');
  hide();
  expect(asked).toHaveBeenCalledOnce();
  activate();
  expect(reload).toHaveBeenCalledOnce();
});

test.for([
  ['/chat/1', 'Hello'],
  ['/two-step', ''],
] as const)('a hidden page at %s with %j in its field stays', ([path, text]) => {
  const { asked } = openOld(path);
  typed(text);
  hide();
  expect(asked).not.toHaveBeenCalled();
});

test('a page whose newer version another tab has taken reloads with the next page', () => {
  const { activate, reload } = openOld('/chats', { waits: false });
  history.pushState(null, '', '/feed');
  activate();
  expect(reload).not.toHaveBeenCalled();
  history.pushState(null, '', '/chats');
  expect(reload).toHaveBeenCalledOnce();
});

test('the first worker replaces no version', () => {
  const { activate, reload } = openOld('/feed', { first: true, waits: false });
  activate();
  history.pushState(null, '', '/chats');
  expect(reload).not.toHaveBeenCalled();
});
