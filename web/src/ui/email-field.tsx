import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

/** An email field, with the matching keyboard. Pass `autoComplete` as `username` where the user signs in with it. */
export function EmailField(props: Props) {
  return (
    <TextField
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      dir="ltr"
      type="email"
    />
  );
}
