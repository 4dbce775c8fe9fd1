import { RESEND_SECONDS } from '@herenow/contract/constants';
import { useEffect, useState } from 'react';
import { tabStore } from './storage.ts';

/** Whole seconds from now to then, never below zero. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** Seconds before something may be asked for again; the wait goes on over a reload. */
export function useCooldown(key: string) {
  const storeKey = `cooldown:${key}`;
  const [until, setUntil] = useState(() => Number(tabStore.read(storeKey) ?? 0));
  const [left, setLeft] = useState(() => secondsLeft(until, Date.now()));
  useEffect(() => {
    const tick = () => {
      const seconds = secondsLeft(until, Date.now());
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [until]);
  return {
    left,
    start(seconds: number = RESEND_SECONDS): void {
      const next = Date.now() + seconds * 1000;
      tabStore.write(storeKey, String(next));
      setLeft(seconds);
      setUntil(next);
    },
  };
}
