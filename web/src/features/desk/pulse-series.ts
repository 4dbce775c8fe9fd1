import type { PulsePoint } from '@herenow/contract/pulse';
import { words } from './words.ts';

type Field = Exclude<keyof PulsePoint, 'at'>;

export interface PulseSeries {
  field: Field;
  /** Returns the values of the chart. */
  beside?: Field;
  title: string;
  format: (value: number) => string;
  /** Round numbers of the axis are multiples of this; 1 by default. */
  unitOf?: (most: number) => number;
}

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
export const timeText = (ms: number): string => TIME.format(ms);

const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const whole = (value: number) => plain.format(value);
const milliseconds = (value: number) => `${plain.format(value)} ms`;

function age(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${plain.format(seconds / 3600)} h`;
}

/** All series of the page, in order. */
export const PULSE_SERIES: readonly PulseSeries[] = [
  { field: 'visible', title: words.pulse.visible, format: whole },
  { field: 'chats', title: words.pulse.chats, format: whole },
  { field: 'pins', title: words.pulse.pins, format: whole },
  { field: 'messages', title: words.pulse.messages, format: whole },
  { field: 'waiting', title: words.pulse.waiting, format: whole },
  {
    field: 'oldestSeconds',
    title: words.pulse.oldest,
    format: age,
    unitOf: (most) => (most < 7200 ? 60 : 3600),
  },
  { field: 'deliveries', title: words.pulse.deliveries, format: whole },
  { field: 'calls', title: words.pulse.calls, format: whole },
  { field: 'p99Ms', beside: 'medianMs', title: words.pulse.latency, format: milliseconds },
  { field: 'errors', title: words.pulse.errors, format: whole },
];
