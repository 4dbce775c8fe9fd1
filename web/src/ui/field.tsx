import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';

/** The box of every text-like control. 17 px, because phones zoom into anything under 16. */
export const controlClass = cx(
  'w-full min-h-13 rounded-field border border-edge bg-raised px-4 text-body text-ink',
  'placeholder:text-soft transition-colors duration-160',
  'hover:border-ink/60 focus-visible:border-ink focus-visible:outline-offset-0',
  'aria-invalid:border-signal-ink aria-invalid:focus-visible:outline-signal-ink disabled:opacity-50',
);

export type FieldTexts = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
};

type FieldProps = FieldTexts & { id?: string | undefined; className?: string | undefined };

/** Splits the properties of a field into those of its frame and those of the control, linked to hint and error. */
export function useField<Props extends Omit<FieldProps, 'label'> & { label: ReactNode }>(props: Props) {
  const { label, hint, error, className, id: givenId, ...rest } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = cx(error && `${id}-error`, hint ? `${id}-hint` : undefined);
  return {
    frame: { id, label: label as Props['label'], hint, error, className },
    control: {
      ...rest,
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

type FrameProps = FieldTexts & { id: string; children: ReactNode; className?: string | undefined };

/** Renders the label above, the control, then error and hint below. */
export function FieldFrame({ id, label, hint, error, children, className }: FrameProps) {
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      {children}
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}

export function FieldMessages({ id, hint, error }: { id: string } & Pick<FieldTexts, 'hint' | 'error'>) {
  return (
    <>
      <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-small text-signal-ink empty:hidden">
        {error && (
          <>
            <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
            <span>{error}</span>
          </>
        )}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
    </>
  );
}
