import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldFrame, useField, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'children'> &
  FieldTexts & {
    /** Shown inside the box at its end, such as a unit or a toggle. */
    trailing?: ReactNode;
  };

/** A single-line text field. `{...register('name')}` of react-hook-form can be spread on it. */
export function TextField({ trailing, ...props }: Props) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input dir="auto" {...control} className={cx(controlClass, trailing ? 'pe-14' : undefined)} />
        {trailing && <div className="absolute inset-y-0 end-1 flex items-center">{trailing}</div>}
      </div>
    </FieldFrame>
  );
}
