import { HatGlasses } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type StatusTone = 'online' | 'incognito' | 'offline';

const fillOf = (tone: StatusTone) =>
  tone === 'online' ? 'bg-signal-fill text-on-signal' : 'bg-quiet text-on-quiet';

function StatusIcon({ tone }: { tone: StatusTone }) {
  if (tone === 'incognito') return <HatGlasses className="size-4.5" />;
  return (
    <span
      aria-hidden
      className={cx(
        'size-2 rounded-chip',
        tone === 'online' ? 'bg-current' : 'border-2 border-current opacity-70',
      )}
    />
  );
}

/** The button in the top bar: red with a countdown when visible, black when incognito or offline. */
export function StatusButton({
  tone,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & { tone: StatusTone }) {
  return (
    <button
      {...rest}
      type="button"
      className={cx(
        'inline-flex min-h-11 items-center gap-2 rounded-chip px-4 text-small font-semibold tabular pressable hover:bright-110',
        fillOf(tone),
      )}
    >
      <StatusIcon tone={tone} />
      {children}
    </button>
  );
}

/** The same look as a read-only label, such as `Visible for 1:42`. */
export function StatusPill({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex min-h-8 items-center gap-2 rounded-chip px-3 text-caption font-semibold tabular',
        fillOf(tone),
      )}
    >
      <StatusIcon tone={tone} />
      {children}
    </span>
  );
}

/**
 * A countdown within a line of text; the tone shows whether it is still running. Red is reserved for what can be
 * pressed.
 */
export function CountdownText({ running, children }: { running: boolean; children: ReactNode }) {
  return (
    <span
      className={cx('text-small font-semibold whitespace-nowrap tabular', running ? 'text-ink' : 'text-soft')}
    >
      {children}
    </span>
  );
}
