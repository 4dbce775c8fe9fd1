import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type IconButtonTone = 'plain' | 'raised' | 'onPhoto' | 'signal';

const tones: Record<IconButtonTone, string> = {
  plain: 'text-ink hover:bg-sunken',
  raised: 'bg-raised text-ink shadow-float hover:bg-sunken',
  onPhoto:
    'bg-black/50 text-white frosted hover:bg-black/60 focus-visible:-outline-offset-2 focus-visible:outline-white',
  signal: 'bg-signal-fill text-on-signal hover:bright-110',
};

export function iconButtonClass(tone: IconButtonTone = 'plain'): string {
  return cx(
    // On a photo it keeps its size, whatever the text size.
    tone === 'onPhoto' ? 'size-[44px]' : 'size-11',
    'inline-grid shrink-0 place-items-center rounded-chip pressable',
    tones[tone],
  );
}

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  /** What the button does, for screen readers. */
  label: string;
  icon: ReactNode;
  tone?: IconButtonTone | undefined;
};

export function IconButton({ label, icon, tone, className, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(iconButtonClass(tone), className)}
    >
      {icon}
    </button>
  );
}
