import { useEffect, type ReactNode } from 'react';
import { createStore } from '../lib/value-store.ts';
import { whenQuiet } from '../first-paint/when-idle.ts';
import { later } from './later.tsx';
import type { PhotoSource } from './photo.tsx';

export type ToastTone = 'pin' | 'good' | 'bad' | 'plain';

export type ToastOptions = {
  tone?: ToastTone | undefined;
  /** A person's photo, which takes the place of the tone's icon. */
  photo?: PhotoSource | null | undefined;
  /** Milliseconds, or false to stay until closed. Defaults to 5000. */
  duration?: number | false | undefined;
  /** Only one toast per id is shown at a time. */
  id?: string | undefined;
  /** A button that closes it, such as `OK`. */
  action?: { label: string; onClick?: (() => void) | undefined } | undefined;
};

const load = () => import('./toaster.tsx');
const Container = later(load);
let shown = 0;

const wanted = createStore(false);
const wantContainer = () => wanted.set(true);

/** Mounted once, at the root of the app. Its code loads after the first page, or with the first toast. */
export function Toaster() {
  useEffect(() => whenQuiet(wantContainer), []);
  return wanted.use() ? <Container /> : null;
}

/** Shows a short message over the page; it is announced to screen readers. */
export function showToast(content: ReactNode, options: ToastOptions = {}): void {
  const id = options.id ?? `toast-${(shown += 1)}`;
  wantContainer();
  void load().then(
    ({ raise }) => raise(id, content, options),
    // If its code fails to load, the toast cannot be shown.
    () => undefined,
  );
}

/** Closes the toasts that are shown whose id contains this. */
export function closeToast(part: string): void {
  if (wanted.get())
    void load().then(
      ({ lower }) => lower(part),
      () => undefined,
    );
}
