import { cx } from './cx.ts';
import { Photo, type PhotoSource } from './photo.tsx';

type Props = {
  label: string;
  photos: readonly (PhotoSource & { id: string })[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
};

/** Chooses one photo at most; a second press undoes the choice. */
export function PhotoChoice({ label, photos, chosen, onChoose }: Props) {
  return (
    <div role="group" aria-label={label} className="mt-4">
      <p className="text-small font-semibold">{label}</p>
      <div className="-mx-2 mt-2 flex gap-2 overflow-x-auto p-1">
        {photos.map((photo, at) => (
          <button
            key={photo.id}
            type="button"
            aria-label={`Photo ${at + 1}`}
            aria-pressed={photo.id === chosen}
            onClick={() => onChoose(photo.id === chosen ? undefined : photo.id)}
            className={cx(
              'w-24 shrink-0 overflow-hidden rounded-field border-4',
              photo.id === chosen ? 'border-signal-fill' : 'border-transparent',
            )}
          >
            <Photo photo={photo} alt="" sizes="96px" className="aspect-3/4 w-full" />
          </button>
        ))}
      </div>
    </div>
  );
}
