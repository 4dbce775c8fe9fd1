import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

type Props = ComponentProps<'div'> & { padded?: boolean | undefined };

/** A raised surface with the product's radius. */
export function Card({ padded = true, className, ...rest }: Props) {
  return (
    <div
      {...rest}
      className={cx('overflow-hidden rounded-card border border-line bg-raised', padded && 'p-5', className)}
    />
  );
}
