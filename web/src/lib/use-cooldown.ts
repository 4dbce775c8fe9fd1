import { RESEND_SECONDS } from '@herenow/contract/constants';
import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';
import { tabStore } from './storage.ts';

const PREFIX = 'cooldown:';

/** Returns the whole seconds from now to then, never below zero. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** Starts a cooldown for a screen that opens later. */
export function startCooldown(key: string, seconds: number = RESEND_SECONDS): number {
  const until = serverNow() + seconds * 1000;
  tabStore.write(PREFIX + key, String(until));
  return until;
}

/** Returns the seconds left before an action may be repeated; the cooldown survives a reload. */
export function useCooldown(key: string) {
  const [until, setUntil] = useState(() => Number(tabStore.read(PREFIX + key) ?? 0));
  const [left, setLeft] = useState(() => secondsLeft(until, serverNow()));
  useEffect(() => {
    const tick = () => {
      const seconds = secondsLeft(until, serverNow());
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
      setLeft(seconds);
      setUntil(startCooldown(key, seconds));
    },
  };
}
