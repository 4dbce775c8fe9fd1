import { useMe } from '../../../lib/session.ts';
import { Tag } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { Photo, type PhotoSource } from '../../../ui/photo.tsx';
import { PinMark } from '../../../ui/pin-mark.tsx';
import { commonIdeas, shownIdeas } from '../../profile/index.ts';
import { words } from '../words.ts';

type Face = PhotoSource | null | undefined;
type Props = {
  mine: Face;
  /** `somebody` is nobody yet: a figure in evening light, far out of focus. */
  theirs: Face | 'somebody';
  small?: boolean;
};

/** The photos of two people with the pin between them. Large, they come from either side, and then the pin falls. */
export function BothFaces({ mine, theirs, small = false }: Props) {
  const face = cx('aspect-3/4 rounded-card border-4 border-raised shadow-float', small ? 'w-24' : 'w-36');
  const right = cx(face, '-ms-5 translate-y-3 rotate-6');
  const sizes = small ? '96px' : '144px';
  const comes = (from: string) =>
    small ? undefined : { '--from': from, animation: 'face-in 320ms cubic-bezier(0.2, 0.8, 0.2, 1) both' };
  return (
    <div className="relative mx-auto flex w-full max-w-xs justify-center py-5">
      <Photo
        photo={mine}
        alt=""
        eager
        sizes={sizes}
        className={cx(face, '-rotate-6')}
        style={comes('-4rem')}
      />
      {theirs === 'somebody' ? (
        <span className={cx('photo-waits', right)} />
      ) : (
        <Photo photo={theirs} alt="" eager sizes={sizes} className={right} style={comes('4rem')} />
      )}
      <span
        className={cx(
          'absolute inset-0 m-auto grid translate-y-2 place-items-center rounded-chip bg-signal text-white shadow-float',
          small ? 'size-11' : 'size-15 pin-falls',
        )}
      >
        <PinMark className={small ? 'size-6' : 'size-9'} />
      </span>
    </div>
  );
}

/** The date ideas that somebody likes as well as the user. */
export function BothLike({ theirs = [] }: { theirs: readonly string[] | undefined }) {
  const common = shownIdeas(commonIdeas(theirs, useMe().myTags));
  return (
    common.length > 0 && (
      <div className="flex flex-col items-center gap-2.5">
        <p className="text-small font-semibold text-soft">{words.common}</p>
        <ul className="flex flex-wrap justify-center gap-2">
          {common.map((idea) => (
            <li key={idea}>
              <Tag>{idea}</Tag>
            </li>
          ))}
        </ul>
      </div>
    )
  );
}
