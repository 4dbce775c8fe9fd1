import { OTPField } from '@base-ui/react/otp-field';
import { useId, type Ref } from 'react';
import { cx } from './cx.ts';
import { FieldMessages } from './field.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (code: string) => void;
  onComplete?: ((code: string) => void) | undefined;
  error?: string | undefined;
  /** The code was refused; the error text is shown beside the boxes. */
  wrong?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The first box. */
  ref?: Ref<HTMLInputElement>;
};

/** Focuses a field on mount when passed as its `ref`. */
export const focusOnce = (field: HTMLElement | null): void => field?.focus();

const DIGITS = 6;

/** Renders one box per digit. Typing moves on, backspace moves back, a pasted or autofilled code fills the boxes. */
export function CodeInput(props: Props) {
  const { label, value, onChange, onComplete, error, wrong, disabled, ref } = props;
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <OTPField.Root
        id={id}
        length={DIGITS}
        value={value}
        disabled={disabled}
        validationType="numeric"
        dir="ltr"
        aria-describedby={error ? `${id}-error` : undefined}
        onValueChange={(code) => onChange(code)}
        onValueComplete={(code) => onComplete?.(code)}
        className="grid grid-flow-col auto-cols-fr gap-2 max-w-lg"
      >
        {Array.from({ length: DIGITS }, (_, index) => (
          <OTPField.Input
            key={index}
            ref={index === 0 ? ref : undefined}
            aria-label={index === 0 ? undefined : `Digit ${index + 1} of ${DIGITS}`}
            aria-invalid={error || wrong ? true : undefined}
            className={cx(
              'min-w-0 h-15 rounded-field border border-edge bg-raised text-center font-display text-heading font-bold tabular',
              'transition-colors duration-160 focus-visible:border-ink focus-visible:outline-offset-0 aria-invalid:border-signal-ink',
              'disabled:opacity-50',
            )}
          />
        ))}
      </OTPField.Root>
      <FieldMessages id={id} hint={undefined} error={error} />
    </div>
  );
}
