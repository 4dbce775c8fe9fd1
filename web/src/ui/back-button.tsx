import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from './icon-button.tsx';

type Props = Pick<ComponentProps<typeof IconButton>, 'className' | 'onClick'> & { label?: string };

/** The arrow at the top of what lies below another page. */
export function BackButton({ label = 'Back', ...rest }: Props) {
  return <IconButton {...rest} label={label} icon={<ArrowLeft className="size-5.5 rtl:-scale-x-100" />} />;
}
