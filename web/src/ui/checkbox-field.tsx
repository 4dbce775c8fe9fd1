import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { FieldMessages, useField } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** May contain links or buttons: a click on those does not tick the box. */
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

export function CheckboxField(props: Props) {
  const { frame, control } = useField(props);
  const { id, label, hint, error, className } = frame;
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div className="flex min-h-11 items-start gap-3 py-2">
        <span className="relative -m-2 grid size-11 shrink-0 place-items-center">
          <input {...control} type="checkbox" className="peer absolute inset-0 cursor-pointer opacity-0" />
          <span
            aria-hidden
            className={cx(
              'pointer-events-none grid size-6 place-items-center rounded-small border-2 border-edge',
              'transition-colors duration-160 peer-checked:border-signal-fill peer-checked:bg-signal-fill',
              'text-on-signal *:invisible peer-checked:*:visible',
              'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink',
              'peer-aria-invalid:border-signal-ink peer-disabled:opacity-45',
            )}
          >
            <Check className="size-4.5" strokeWidth={3} />
          </span>
        </span>
        <label htmlFor={id} className="pt-0.5 text-body">
          {label}
        </label>
      </div>
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}
