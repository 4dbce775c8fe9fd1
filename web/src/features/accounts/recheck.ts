import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Validates a field again when another one that it is compared with changes. A field that nobody has written in yet is
 * not wrong.
 */
export const recheck = <Fields extends FieldValues>(form: UseFormReturn<Fields>, name: Path<Fields>) => ({
  onChange: () => {
    if (form.getValues(name) !== '') void form.trigger(name);
  },
});
