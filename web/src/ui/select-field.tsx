import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, describedBy, FieldFrame, type FieldTexts } from './field.tsx';

type Props = Omit<ComponentProps<'select'>, 'children'> &
  FieldTexts & {
    options: readonly (string | { value: string; label: string })[];
    /** An unselectable first entry that stands while nothing is chosen. */
    placeholder?: string | undefined;
  };

/** The system's own picker, which phones show best. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  options,
  placeholder,
  className,
  id,
  ...rest
}: Props) {
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
        <select
          {...rest}
          id={fieldId}
          {...describedBy(fieldId, { hint, error })}
          className={cx(controlClass, 'appearance-none truncate pe-12')}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => {
            const { value, label: text } =
              typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          })}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-4 my-auto size-5 text-soft"
        />
      </div>
    </FieldFrame>
  );
}
