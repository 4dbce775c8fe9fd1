import { REALTIME } from '@herenow/contract/constants';

/** What the server's response says about the stored token; `unavailable` without a response. */
export type Validity = 'valid' | 'expired' | 'unavailable';

export type Phase =
  | 'idle'
  | 'validating'
  | 'refreshing'
  | 'opening'
  | 'connected'
  /** Waiting for the next attempt. */
  | 'waiting'
  /** The last attempt has failed. */
  | 'given-up'
  /** No response from the server: no attempts until somebody asks for one. */
  | 'unavailable';

export type State = {
  phase: Phase;
  /** Whether a connection is wanted, open or not. */
  wanted: boolean;
  hidden: boolean;
  /** Reconnect attempts since the connection was last open. */
  attempts: number;
  /** Whether this attempt has already renewed the token, which it may do once. */
  refreshed: boolean;
};

export type TimerName = 'retry' | 'hidden' | 'visible';

export type Input =
  | { type: 'connect' | 'disconnect' | 'opened' | 'closed' | 'hidden' | 'visible' }
  /** By the user, or because the network is back: starts over. */
  | { type: 'reconnect' }
  | { type: 'validated'; validity: Validity }
  | { type: 'refreshed'; ok: boolean }
  | { type: 'timer'; name: TimerName };

export type Effect =
  | { type: 'validate' | 'refresh' | 'open' | 'close' }
  | { type: 'start'; timer: TimerName; ms: number }
  | { type: 'stop'; timer: TimerName };

export type Step = { state: State; effects: Effect[] };

export const initial: State = { phase: 'idle', wanted: false, hidden: false, attempts: 0, refreshed: false };

/** Returns the milliseconds before reconnect number `attempt`, counted from 1. */
export function reconnectDelay(attempt: number): number {
  return Math.min(REALTIME.baseDelayMs * 2 ** (attempt - 1), REALTIME.maxDelayMs);
}

/** Returns whether an attempt to connect is under way. */
export function isConnecting(phase: Phase): boolean {
  return phase === 'validating' || phase === 'refreshing' || phase === 'opening';
}

/** Returns the next state of the connection and the effects to perform. */
export function step(state: State, input: Input): Step {
  switch (input.type) {
    case 'connect':
      return connect(state);
    case 'reconnect':
      return state.wanted && !state.hidden ? startOver(state) : stay(state);
    case 'validated':
      return state.phase === 'validating' ? validated(state, input.validity) : stay(state);
    case 'refreshed':
      return state.phase === 'refreshing' ? refreshed(state, input.ok) : stay(state);
    case 'opened':
      return state.phase === 'opening' ? opened(state) : stay(state);
    case 'closed':
      return state.phase === 'opening' || state.phase === 'connected' ? lost(state) : stay(state);
    case 'hidden':
      return {
        state: { ...state, hidden: true },
        effects: [{ type: 'start', timer: 'hidden', ms: REALTIME.hiddenDelayMs }],
      };
    case 'visible':
      return {
        state: { ...state, hidden: false },
        effects: [{ type: 'start', timer: 'visible', ms: REALTIME.visibleDelayMs }],
      };
    case 'timer':
      return timers[input.name](state);
    case 'disconnect':
      return { state: { ...initial, hidden: state.hidden }, effects: stopEverything };
  }
}

const stopEverything: Effect[] = [
  { type: 'stop', timer: 'retry' },
  { type: 'stop', timer: 'hidden' },
  { type: 'stop', timer: 'visible' },
  { type: 'close' },
];

const timers: Record<TimerName, (state: State) => Step> = {
  retry: (state) => {
    if (state.phase !== 'waiting') return stay(state);
    return state.hidden ? rest(state) : begin(state);
  },
  hidden: (state) => {
    if (!state.hidden) return stay(state);
    if (state.phase === 'connected') return { ...rest(state), effects: [{ type: 'close' }] };
    return state.phase === 'unavailable' ? rest(state) : stay(state);
  },
  visible: (state) => (state.wanted && !state.hidden ? startOver(state) : stay(state)),
};

function stay(state: State): Step {
  return { state, effects: [] };
}

/** Closes the connection but keeps it wanted, so that it reopens when the page is visible again. */
function rest(state: State): Step {
  return stay({ ...state, phase: 'idle' });
}

function connect(state: State): Step {
  const underWay = state.phase === 'connected' || state.phase === 'waiting' || isConnecting(state.phase);
  if (underWay) return stay(state);
  return begin({ ...state, wanted: true, attempts: 0 });
}

function startOver(state: State): Step {
  const fresh = { ...state, attempts: 0 };
  return state.phase === 'connected' || isConnecting(state.phase) ? stay(fresh) : begin(fresh);
}

function begin(state: State): Step {
  return {
    state: { ...state, phase: 'validating', refreshed: false },
    effects: [{ type: 'stop', timer: 'retry' }, { type: 'validate' }],
  };
}

function validated(state: State, validity: Validity): Step {
  if (validity === 'valid') return { state: { ...state, phase: 'opening' }, effects: [{ type: 'open' }] };
  if (validity === 'unavailable') {
    return state.hidden ? rest(state) : stay({ ...state, phase: 'unavailable' });
  }
  if (state.refreshed) return lost(state);
  return { state: { ...state, phase: 'refreshing', refreshed: true }, effects: [{ type: 'refresh' }] };
}

function refreshed(state: State, ok: boolean): Step {
  if (!ok) return stay({ ...initial, hidden: state.hidden });
  return { state: { ...state, phase: 'validating' }, effects: [{ type: 'validate' }] };
}

function opened(state: State): Step {
  const effects: Effect[] = state.hidden
    ? [{ type: 'start', timer: 'hidden', ms: REALTIME.hiddenDelayMs }]
    : [];
  return { state: { ...state, phase: 'connected', attempts: 0 }, effects };
}

function lost(state: State): Step {
  const close: Effect = { type: 'close' };
  if (state.hidden) return { ...rest(state), effects: [close] };
  if (state.attempts >= REALTIME.maxAttempts) {
    return { state: { ...state, phase: 'given-up' }, effects: [close] };
  }
  const attempts = state.attempts + 1;
  return {
    state: { ...state, phase: 'waiting', attempts },
    effects: [close, { type: 'start', timer: 'retry', ms: reconnectDelay(attempts) }],
  };
}
