import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldFrame, useField, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'textarea'>, 'children'> & FieldTexts;

/** Several lines of text, as many as are written. */
export function TextArea(props: Props) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea dir="auto" rows={3} {...control} className={cx(controlClass, 'field-sizing-content py-3')} />
    </FieldFrame>
  );
}
