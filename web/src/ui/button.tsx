import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Slow } from './slow.tsx';
import { Spinner } from './spinner.tsx';

type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger';
type ButtonSize = 'large' | 'medium';

type Look = {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  block?: boolean | undefined;
};

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-signal-fill text-on-signal hover:bright-110',
  quiet: 'bg-quiet text-on-quiet hover:bright-125',
  ghost: 'bg-transparent text-ink border border-edge/60 hover:bg-sunken',
  danger: 'bg-signal-tint text-signal-ink hover:bright-97',
};

/** Returns the classes that make another element, such as a link, look like a button. */
export function buttonClass({ variant = 'primary', size = 'large', block = false }: Look = {}): string {
  return cx(
    'relative inline-flex items-center justify-center gap-2 rounded-field text-center font-semibold leading-tight select-none pressable',
    size === 'large' ? 'min-h-13 px-[24px] py-2.5 text-body' : 'min-h-11 px-[16px] py-2 text-small',
    block && 'w-full',
    variants[variant],
  );
}

type Props = ComponentProps<'button'> &
  Look & {
    /** While true, the button shows `busyText` (else its own text) and cannot be pressed again. */
    busy?: boolean | undefined;
    busyText?: string | undefined;
    icon?: ReactNode;
  };

export function Button({
  variant,
  size,
  block,
  busy = false,
  busyText,
  icon,
  className,
  children,
  type = 'button',
  disabled,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      // Disabling a button would drop the focus of the user who has just pressed it.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass({ variant, size, block }), busy && 'cursor-progress', className)}
    >
      {busy ? <Spinner /> : icon}
      <span aria-live={busy ? 'polite' : undefined}>
        {busy && busyText ? busyText : children}
        {/* Inside the button's height, so that nothing moves. */}
        {busy && <Slow className="absolute inset-x-0 bottom-0 text-caption" />}
      </span>
    </button>
  );
}
