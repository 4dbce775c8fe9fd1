import { useId, type ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, describedBy, FieldFrame, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & FieldTexts;

/** The system's date picker. `min` and `max` are `YYYY-MM-DD`. */
export function DateField({ label, hint, error, hideLabel, className, id, ...rest }: Props) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame
      id={fieldId}
      label={label}
      hint={hint}
      error={error}
      hideLabel={hideLabel}
      className={className}
    >
      <input
        {...rest}
        type="date"
        id={fieldId}
        {...describedBy(fieldId, { hint, error })}
        className={cx(controlClass, 'tabular appearance-none text-start')}
      />
    </FieldFrame>
  );
}
