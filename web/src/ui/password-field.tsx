import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

/** A password field with a toggle that reveals it. Pass `autoComplete` as `current-password` or `new-password`. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      dir="ltr"
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
