import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

/** An address, with the keyboard for it. Pass `autoComplete` as `username` where one signs in with it. */
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
