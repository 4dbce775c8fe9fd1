import { describe, expect, it } from 'vitest';
import { initial, reconnectDelay, step, type Effect, type Input, type State } from './machine.ts';

/** Feeds inputs; returns the last state and all effects on the way. */
function run(inputs: Input[], from: State = initial) {
  let state = from;
  const effects: Effect[] = [];
  for (const input of inputs) {
    const next = step(state, input);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

const toOpening: Input[] = [{ type: 'connect' }, { type: 'validated', validity: 'valid' }];
const toConnected: Input[] = [...toOpening, { type: 'opened' }];
const connected = run(toConnected).state;
const types = (effects: Effect[]) => effects.map((effect) => effect.type);
const retryTimer: Input = { type: 'timer', name: 'retry' };

describe('connecting', () => {
  it('validates the token first and then opens', () => {
    expect(types(run([{ type: 'connect' }]).effects)).toContain('validate');
    expect(run(toOpening).state.phase).toBe('opening');
    expect(types(run(toOpening).effects)).toContain('open');
    expect(connected).toMatchObject({ phase: 'connected', attempts: 0, wanted: true });
  });

  it.each([
    ['validating', [{ type: 'connect' }]],
    ['opening', toOpening],
    ['connected', toConnected],
    ['waiting', [...toConnected, { type: 'closed' }]],
  ] as [string, Input[]][])('does nothing more while %s', (phase, inputs) => {
    const { state } = run(inputs);
    expect(state.phase).toBe(phase);
    expect(step(state, { type: 'connect' })).toEqual({ state, effects: [] });
  });

  it('renews an expired token once and tries again', () => {
    const expired: Input[] = [{ type: 'connect' }, { type: 'validated', validity: 'expired' }];
    expect(run(expired).state.phase).toBe('refreshing');
    expect(types(run(expired).effects)).toContain('refresh');
    const again = run([...expired, { type: 'refreshed', ok: true }]);
    expect(again.state.phase).toBe('validating');
    const twice = run([{ type: 'validated', validity: 'expired' }], again.state);
    expect(twice.state.phase).toBe('waiting');
    expect(types(twice.effects)).not.toContain('refresh');
  });

  it('is no longer wanted when the token cannot be renewed', () => {
    const { state } = run([
      { type: 'connect' },
      { type: 'validated', validity: 'expired' },
      { type: 'refreshed', ok: false },
    ]);
    expect(state).toEqual(initial);
  });

  it('stops without a reconnect when the server is unavailable, and starts over when asked to', () => {
    const { state, effects } = run([{ type: 'connect' }, { type: 'validated', validity: 'unavailable' }]);
    expect(state).toMatchObject({ phase: 'unavailable', wanted: true });
    expect(types(effects)).not.toContain('start');
    expect(run([{ type: 'reconnect' }], state).state.phase).toBe('validating');
    expect(run([{ type: 'visible' }, { type: 'timer', name: 'visible' }], state).state.phase).toBe(
      'validating',
    );
  });
});

describe('reconnecting', () => {
  it('doubles the delay up to 30 seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map(reconnectDelay)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  });

  it('tries five times and then gives up', () => {
    let state = connected;
    const delays: number[] = [];
    for (;;) {
      const { state: lost, effects } = step(state, { type: 'closed' });
      const retry = effects.find((effect) => effect.type === 'start');
      if (!retry) {
        expect(lost.phase).toBe('given-up');
        break;
      }
      delays.push(retry.ms);
      state = run([retryTimer, { type: 'validated', validity: 'valid' }], lost).state;
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16000]);
  });

  it('counts attempts anew once it is open', () => {
    const again = run(
      [{ type: 'closed' }, retryTimer, { type: 'validated', validity: 'valid' }, { type: 'opened' }],
      connected,
    );
    expect(again.state.attempts).toBe(0);
  });

  it('starts over by hand after giving up, and when the network is back', () => {
    const { state, effects } = step({ ...connected, phase: 'given-up', attempts: 5 }, { type: 'reconnect' });
    expect(state).toMatchObject({ phase: 'validating', attempts: 0 });
    expect(types(effects)).toContain('validate');
  });

  it('does not begin by itself when nobody wants it', () => {
    expect(step(initial, { type: 'reconnect' })).toEqual({ state: initial, effects: [] });
  });

  it('ignores the end of a connection that is no longer there', () => {
    const { state } = run([{ type: 'closed' }], connected);
    expect(step(state, { type: 'closed' })).toEqual({ state, effects: [] });
  });
});

describe('the page', () => {
  const hiddenLong: Input[] = [{ type: 'hidden' }, { type: 'timer', name: 'hidden' }];

  it('closes the connection when it is hidden for a second', () => {
    const first = step(connected, { type: 'hidden' });
    expect(first.effects).toContainEqual({ type: 'start', timer: 'hidden', ms: 1000 });
    expect(first.state.phase).toBe('connected');
    const { state, effects } = run(hiddenLong, connected);
    expect(state).toMatchObject({ phase: 'idle', wanted: true });
    expect(types(effects)).toContain('close');
  });

  it('keeps the connection when it is visible again before that', () => {
    const timers: Input[] = [
      { type: 'timer', name: 'hidden' },
      { type: 'timer', name: 'visible' },
    ];
    const { state, effects } = run([{ type: 'hidden' }, { type: 'visible' }, ...timers], connected);
    expect(state.phase).toBe('connected');
    expect(types(effects)).not.toContain('close');
  });

  it('reopens the connection 200 ms after it is visible, with the attempts counted anew', () => {
    const { state } = run(hiddenLong, connected);
    const seen = step({ ...state, attempts: 3 }, { type: 'visible' });
    expect(seen.effects).toContainEqual({ type: 'start', timer: 'visible', ms: 200 });
    const back = step(seen.state, { type: 'timer', name: 'visible' });
    expect(back.state).toMatchObject({ phase: 'validating', attempts: 0 });
  });

  it('makes a given-up connection start over when it is visible again', () => {
    const { state } = run([{ type: 'visible' }, { type: 'timer', name: 'visible' }], {
      ...connected,
      phase: 'given-up',
      attempts: 5,
    });
    expect(state).toMatchObject({ phase: 'validating', attempts: 0 });
  });

  it('does not reconnect while it is hidden', () => {
    const { state, effects } = run([{ type: 'hidden' }, { type: 'closed' }], connected);
    expect(state).toMatchObject({ phase: 'idle', wanted: true });
    expect(effects.some((effect) => effect.type === 'start' && effect.timer === 'retry')).toBe(false);
    const waiting = run([{ type: 'closed' }, { type: 'hidden' }, retryTimer], connected);
    expect(waiting.state).toMatchObject({ phase: 'idle', wanted: true });
  });

  it('closes a connection that opened while it was hidden', () => {
    const { state, effects } = run([...toOpening, ...hiddenLong, { type: 'opened' }]);
    expect(state.phase).toBe('connected');
    expect(effects.at(-1)).toEqual({ type: 'start', timer: 'hidden', ms: 1000 });
  });

  it('stops everything on disconnect', () => {
    const { state, effects } = run([{ type: 'closed' }, { type: 'disconnect' }], connected);
    expect(state).toEqual(initial);
    expect(effects).toContainEqual({ type: 'stop', timer: 'retry' });
    expect(types(effects)).toContain('close');
    expect(run([retryTimer, { type: 'timer', name: 'visible' }], state).effects).toEqual([]);
  });
});
