import type { ReactNode } from 'react';
import { createStore } from '../lib/value-store.ts';
import type { ToastOptions } from './toast.tsx';

export interface Toast extends ToastOptions {
  id: string;
  /** Tells it apart from an earlier one with the same id, which may still be closing. */
  key: number;
  content: ReactNode;
  /** How it closes, once it does: by itself or with a button, or thrown aside with a finger. */
  closing?: 'fades' | 'thrown';
}

/** All toasts, the oldest first: those on the screen, then those that wait for room. */
export const toasts = createStore<readonly Toast[]>([]);

/** More than these are not shown at once. One that is closing takes room until it is gone. */
const MOST = 4;
export const shownOf = (all: readonly Toast[]) => all.slice(0, MOST);

let raised = 0;

export function raise(id: string, content: ReactNode, options: ToastOptions): void {
  if (toasts.get().some((one) => one.id === id && !one.closing)) return;
  raised += 1;
  toasts.set([...toasts.get(), { ...options, id, key: raised, content }]);
}

/** Closes the toasts whose id contains this; those that wait for room are never shown. */
export function lower(part: string): void {
  const shown = new Set(shownOf(toasts.get()));
  toasts.set(
    toasts.get().flatMap((one) => {
      if (!one.id.includes(part) || one.closing) return [one];
      return shown.has(one) ? [{ ...one, closing: 'fades' as const }] : [];
    }),
  );
}

export function close(key: number, closing: NonNullable<Toast['closing']>): void {
  toasts.set(toasts.get().map((one) => (one.key === key && !one.closing ? { ...one, closing } : one)));
}

export const remove = (key: number): void => toasts.set(toasts.get().filter((one) => one.key !== key));
