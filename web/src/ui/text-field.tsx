import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { controlClass, describedBy, FieldFrame, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'children'> &
  FieldTexts & {
    /** Sits inside the box at its end, such as a unit or a toggle. */
    trailing?: ReactNode;
  };

/** One line of text. `{...register('name')}` of react-hook-form can be spread on it. */
export function TextField({ label, hint, error, hideLabel, trailing, className, id, ...rest }: Props) {
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
      <div className="relative">
        <input
          dir="auto"
          {...rest}
          id={fieldId}
          {...describedBy(fieldId, { hint, error })}
          className={cx(controlClass, trailing ? 'pe-14' : undefined)}
        />
        {trailing && <div className="absolute inset-y-0 end-1 flex items-center">{trailing}</div>}
      </div>
    </FieldFrame>
  );
}
