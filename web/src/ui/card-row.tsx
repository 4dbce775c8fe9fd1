import { PersonName } from './person-name.tsx';
import { Photo, type PhotoSource } from './photo.tsx';

type Props = {
  /** What the card shows, as its caption. */
  caption: string;
  photo: PhotoSource | undefined;
  name: string;
  age?: number | undefined;
  text: string;
};

/** A person's card as a row: the photo, and beside it the other details that others see. */
export function CardRow({ caption, photo, name, age, text }: Props) {
  return (
    <div className="flex items-center gap-3 rounded-card bg-sunken p-3">
      <Photo
        photo={photo}
        alt=""
        sizes="96px"
        className="aspect-3/4 shrink-0 rounded-small"
        // Seen on this ground before the photo is.
        style={{ width: 'var(--photo, 3.75rem)', backgroundColor: 'var(--line)' }}
      />
      <div className="min-w-0 flex-1">
        <p className="text-caption text-soft">{caption}</p>
        <p className="text-body font-semibold wrap-anywhere">
          <PersonName name={name} age={age} />
        </p>
        <p className="text-small text-soft tabular">{text}</p>
      </div>
    </div>
  );
}
