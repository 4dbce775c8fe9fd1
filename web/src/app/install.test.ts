import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ToastOptions } from '../ui/toast.tsx';
import { registerWorker } from './install.ts';

const { offered } = vi.hoisted(() => ({ offered: [] as ToastOptions[] }));
vi.mock('../ui/toast.tsx', () => ({
  showToast: (_text: string, options: ToastOptions) => void offered.push(options),
}));
afterEach(() => {
  offered.length = 0;
  vi.unstubAllGlobals();
});

/** A browser in which a newer worker waits. */
async function newVersion() {
  const waiting = { postMessage: vi.fn<(message: unknown) => void>() };
  const registration = Object.assign(new EventTarget(), {
    waiting: waiting as typeof waiting | null,
    installing: null,
  });
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker });
  const reload = vi.fn<() => void>();
  await registerWorker(reload);
  return { waiting, registration, serviceWorker, reload, press: () => offered[0]!.action!.onClick!() };
}

describe('a newer version', () => {
  it('is activated before the page reloads', async () => {
    const { waiting, serviceWorker, reload, press } = await newVersion();
    press();
    expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    expect(reload).not.toHaveBeenCalled();
    serviceWorker.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is loaded at once if another tab has activated it', async () => {
    const { registration, reload, press } = await newVersion();
    registration.waiting = null;
    press();
    expect(reload).toHaveBeenCalledOnce();
  });
});
