import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldFrame, useField, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & FieldTexts;

/** The system's date picker. `min` and `max` are `YYYY-MM-DD`. */
export function DateField(props: Props) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        type="date"
        className={cx(
          controlClass,
          'tabular appearance-none text-start [&::-webkit-calendar-picker-indicator]:opacity-60',
        )}
      />
    </FieldFrame>
  );
}
