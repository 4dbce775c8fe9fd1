import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type BannerTone = 'signal' | 'quiet' | 'warn' | 'info';

const tones: Record<BannerTone, string> = {
  signal: 'bg-signal-fill text-on-signal',
  quiet: 'bg-quiet text-on-quiet',
  warn: 'bg-warn-tint text-warn',
  info: 'bg-sunken text-ink',
};
const icons: { [Tone in BannerTone]?: typeof Info } = { warn: CircleAlert, info: Info };

type Props = {
  tone: BannerTone;
  /** A button at the end, such as `Reconnect`. */
  action?: ReactNode;
  children?: ReactNode;
};

/** A bar over the page. Keep it mounted and change its text, so that screen readers announce the change. */
export function Banner({ tone, action, children }: Props) {
  const Icon = icons[tone];
  return (
    <div role="status">
      {children && (
        <div
          className={cx(
            'pointer-events-auto flex min-h-12 max-w-lg animate-[fade-in_200ms_ease-out] flex-wrap items-center justify-center gap-x-3 rounded-field px-4 py-2 text-small font-semibold shadow-float',
            tones[tone],
          )}
        >
          <span className="flex max-w-full gap-2.5">
            {Icon && <Icon className="size-5.5 shrink-0" />}
            <span className="min-w-0">{children}</span>
          </span>
          {action}
        </div>
      )}
    </div>
  );
}
