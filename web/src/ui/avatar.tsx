import { cx } from './cx.ts';
import { Photo, type PhotoSource } from './photo.tsx';

type Props = {
  photo: PhotoSource | null | undefined;
  size?: 'small' | 'medium' | 'huge' | undefined;
  /** Shows a dot for a person who is active now. */
  online?: boolean | undefined;
  className?: string | undefined;
};

const boxes = { small: 'size-9', medium: 'size-13', huge: 'size-28' };
const widths = { small: '36px', medium: '52px', huge: '112px' };

/** A round photo beside a person's name, which says whose it is. */
export function Avatar({ photo, size = 'medium', online = false, className }: Props) {
  return (
    <span className={cx('relative inline-block shrink-0', boxes[size], className)}>
      <Photo photo={photo} alt="" sizes={widths[size]} className="size-full rounded-chip hairline" />
      {online && (
        <span
          aria-hidden
          className="absolute end-0 bottom-0 size-[28%] max-h-4 max-w-4 rounded-chip border-2 border-paper bg-signal"
        />
      )}
    </span>
  );
}
