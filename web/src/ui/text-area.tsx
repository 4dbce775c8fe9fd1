import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldFrame, useField, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'textarea'>, 'children'> & FieldTexts;

/** A text area of three lines that grows with its text. */
export function TextArea(props: Props) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea
        dir="auto"
        {...control}
        className={cx(controlClass, 'field-sizing-content resize-none py-3')}
        style={{ minHeight: '6.5rem' }}
      />
    </FieldFrame>
  );
}
