import { Check } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { describedBy, FieldMessages } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** May hold links or buttons: a click on those does not tick the box. */
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

export function CheckboxField({ label, hint, error, className, id, ...rest }: Props) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div className="flex min-h-11 items-start gap-3 py-2">
        <span className="relative -m-2 grid size-11 shrink-0 place-items-center">
          <input
            {...rest}
            id={fieldId}
            type="checkbox"
            {...describedBy(fieldId, { hint, error })}
            className="peer absolute inset-0 cursor-pointer opacity-0"
          />
          <span
            aria-hidden="true"
            className={cx(
              'pointer-events-none grid size-6 place-items-center rounded-small border-2 border-edge text-transparent',
              'transition-colors duration-160 peer-checked:border-signal-fill peer-checked:bg-signal-fill peer-checked:text-on-signal',
              'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink',
              'peer-aria-invalid:border-signal-ink peer-disabled:opacity-45',
            )}
          >
            <Check className="size-4.5" strokeWidth={3} />
          </span>
        </span>
        <label htmlFor={fieldId} className="pt-0.5 text-body">
          {label}
        </label>
      </div>
      <FieldMessages id={fieldId} hint={hint} error={error} />
    </div>
  );
}
