import { Link, type LinkProps } from '../../../lib/navigation.tsx';
import { cx } from '../../../ui/cx.ts';

export const textLinkClass =
  'rounded-small font-semibold text-signal-ink underline decoration-1 underline-offset-4 hover:decoration-2';

export function TextLink({ className, ...rest }: LinkProps & { className?: string | undefined }) {
  return <Link {...rest} className={cx(textLinkClass, 'inline-flex min-h-11 items-center', className)} />;
}
