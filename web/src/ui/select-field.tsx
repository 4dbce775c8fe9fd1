import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldFrame, useField, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'select'>, 'children'> &
  FieldTexts & {
    options: readonly (string | { value: string; label: string })[];
    /** A first entry that cannot be selected, shown while nothing is chosen. */
    placeholder?: string | undefined;
  };

/** The native select, which phones display best. */
export function SelectField({ options, placeholder, ...props }: Props) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select
          {...control}
          className={cx(controlClass, 'appearance-none truncate pe-12 has-[[value=""]:checked]:text-soft')}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => {
            const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {label}
              </option>
            );
          })}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-4 my-auto size-5 text-soft"
        />
      </div>
    </FieldFrame>
  );
}
