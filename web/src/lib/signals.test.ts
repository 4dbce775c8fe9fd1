import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Signals from './signals.ts';
import { fakeBrowser } from '../../tests/browser-globals.ts';

/** As in Safari: a context starts only while a tap or a key press is handled, and may be used from then on. */
let gesture = false;
let contexts: { state: string; notes: number }[] = [];

class SafariAudioContext {
  state = 'suspended';
  notes = 0;
  currentTime = 0;
  destination = {};
  constructor() {
    contexts.push(this);
  }
  resume(): Promise<void> {
    if (gesture) this.state = 'running';
    return this.state === 'running' ? Promise.resolve() : new Promise(() => undefined);
  }
  createOscillator() {
    const start = () => (this.notes += 1);
    return { frequency: {}, connect: (next: object) => next, start, stop: () => undefined };
  }
  createGain() {
    return {
      gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
      connect: () => undefined,
    };
  }
}

let browser: ReturnType<typeof fakeBrowser>;
let signals: typeof Signals;
beforeEach(async () => {
  vi.resetModules();
  contexts = [];
  browser = fakeBrowser();
  vi.stubGlobal('AudioContext', SafariAudioContext);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  signals = await import('./signals.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const during = (act: () => void) => {
  gesture = true;
  act();
  gesture = false;
};
const tap = () => during(() => browser.window.dispatchEvent(new Event('click')));
/** Returns the notes played so far. */
const played = async () => {
  await Promise.resolve();
  return contexts.reduce((sum, { notes }) => sum + notes, 0);
};

it('plays a sound for a message in a browser that allows sounds only after a tap', async () => {
  localStorage.setItem('signals', JSON.stringify({ sound: true }));
  tap();
  signals.signal();
  expect(await played()).toBe(2);
});

it('plays a sound once it has been turned on, without another tap', async () => {
  during(() => signals.saveSignals({ sound: true, vibration: false }));
  signals.signal();
  expect(await played()).toBe(2);
});

it('starts no audio for users who want none', async () => {
  tap();
  signals.signal();
  expect(contexts).toEqual([]);
});
