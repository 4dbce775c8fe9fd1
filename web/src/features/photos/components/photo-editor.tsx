import './photo-editor.css';
import { ArrowLeft, ArrowRight, Camera, Pencil, Plus, RotateCw, Star, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { later } from '../../../ui/later.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Photo } from '../../../ui/photo.tsx';
import { isPicture } from '../picture.ts';
import type { PhotoList, Upload } from '../use-photos.ts';
import { words } from '../words.ts';

const CropDialog = later(() => import('./crop-dialog.tsx'));
/** How many photos are in the upper part: the first one and those beside it. */
const ABOVE = 3;
const cell = '@container relative aspect-3/4';
const tile = 'absolute inset-0 block size-full overflow-hidden rounded-[18px]';

/** The user's photos: add, crop, arrange, remove. */
export function PhotoEditor({ list, max }: { list: PhotoList; max: number }) {
  const [files, setFiles] = useState<File[]>([]);
  const [problem, setProblem] = useState<string>();
  const { photos, uploads } = list;
  const taken = photos.length + uploads.length;
  const room = max - taken;
  // The row below shows once the one above is full.
  const free = (taken < ABOVE ? ABOVE : max) - taken;
  const cropping = files[0];
  const failed = uploads.find((upload) => upload.problem !== undefined);
  const error = useRef<HTMLDivElement>(null);
  const hasError = failed !== undefined || problem !== undefined;
  useEffect(() => {
    if (hasError) error.current?.scrollIntoView({ block: 'nearest' });
  }, [hasError]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.currentTarget.files ?? [])];
    // Without this, choosing the same file again would fire no change event.
    event.currentTarget.value = '';
    const pictures = chosen.filter(isPicture);
    if (pictures.length < chosen.length) setProblem(words.notAnImage);
    else setProblem(pictures.length > room ? words.onlyMore(room) : undefined);
    setFiles(pictures.slice(0, room));
  };
  const next = () => {
    setFiles((waiting) => waiting.slice(1));
    // After the last file, a message about how many there were is outdated.
    if (files.length <= 1) setProblem(undefined);
  };

  return (
    <div className="flex flex-col gap-4">
      <ul className="photo-grid grid gap-3">
        {photos.map((photo, at) => (
          <li key={photo.id} className={cell}>
            <Photo
              photo={photo}
              alt={words.photo(at + 1, photos.length)}
              sizes="(min-width: 512px) 320px, 60vw"
              eager
              className={cx(tile, 'hairline')}
            />
            {at === 0 && (
              <span className="absolute start-2.5 bottom-2.5 rounded-chip bg-black/55 px-2.5 py-1 text-caption font-semibold text-white">
                {words.main}
              </span>
            )}
            <PhotoMenu list={list} at={at} />
          </li>
        ))}
        {uploads.map((upload, at) => (
          <li key={upload.key} className={cell}>
            <UploadTile upload={upload} list={list} place={photos.length + at + 1} />
          </li>
        ))}
        {room > 0 && (
          <li className={cell}>
            <AddTile first={taken === 0} onChoose={choose} />
          </li>
        )}
        {Array.from({ length: free - 1 }, (_, at) => (
          <li key={at} aria-hidden className={cell}>
            <span className={cx(tile, 'border-2 border-dashed border-line')} />
          </li>
        ))}
      </ul>
      <div ref={error} className="photo-error empty:hidden">
        <InlineError>
          {failed ? (
            <>
              {failed.problem}
              {failed.reason && <p className="mt-1">{failed.reason}</p>}
            </>
          ) : (
            problem
          )}
        </InlineError>
      </div>
      {cropping && (
        <CropDialog
          open
          key={`${cropping.name}:${cropping.lastModified}:${files.length}`}
          file={cropping}
          onCancel={next}
          onCropped={(blob) => {
            list.add(blob);
            next();
          }}
        />
      )}
    </div>
  );
}

function PhotoMenu({ list, at }: { list: PhotoList; at: number }) {
  const { photos } = list;
  const photo = photos[at];
  if (!photo) return null;
  const icon = 'size-5';
  const moves = [
    { label: words.first, icon: <Star className={icon} />, to: 0, possible: at > 0 },
    { label: words.earlier, icon: <ArrowLeft className={icon} />, to: at - 1, possible: at > 1 },
    {
      label: words.later,
      icon: <ArrowRight className={icon} />,
      to: at + 1,
      possible: at < photos.length - 1,
    },
  ].filter(({ possible }) => possible);
  return (
    <Menu
      label={words.menu(at + 1)}
      tone="onPhoto"
      icon={<Pencil className="size-[16px]" />}
      className="photo-mark"
      items={[
        ...moves.map(({ to, ...item }) => ({ ...item, onSelect: () => list.move(at, to) })),
        {
          label: words.remove,
          icon: <Trash2 className={icon} />,
          danger: true,
          onSelect: () => list.remove(photo.id),
        },
      ]}
    />
  );
}

type UploadProps = { upload: Upload; list: PhotoList; place: number };

function UploadTile({ upload, list, place }: UploadProps) {
  const percent = Math.round(upload.share * 100);
  return (
    <div className={cx(tile, 'bg-sunken')}>
      <img src={upload.url} alt="" className="size-full object-cover opacity-55" />
      {upload.problem === undefined ? (
        <div
          role="progressbar"
          aria-label={words.uploading}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="absolute inset-x-3 bottom-3 h-1.5 overflow-hidden rounded-chip bg-black/50"
        >
          <div className="h-full bg-white transition-[width] duration-200" style={{ width: `${percent}%` }} />
        </div>
      ) : (
        <IconButton
          label={words.retry(place)}
          tone="raised"
          icon={<RotateCw className="size-5" />}
          onClick={() => list.retry(upload)}
          className="absolute inset-0 m-auto"
        />
      )}
      <IconButton
        label={words.drop(place)}
        tone="onPhoto"
        icon={<X className="size-[16px]" />}
        onClick={() => list.drop(upload)}
        className="photo-mark"
      />
    </div>
  );
}

type AddProps = { first: boolean; onChoose: (event: ChangeEvent<HTMLInputElement>) => void };

function AddTile({ first, onChoose }: AddProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (by: 'picker' | 'camera') => {
    const field = input.current!;
    field.multiple = by === 'picker';
    if (by === 'picker') field.removeAttribute('capture');
    else field.setAttribute('capture', 'user');
    field.click();
  };
  return (
    <>
      <div
        className={cx(
          tile,
          'photo-ways flex flex-col border-2 border-dashed border-edge text-center text-small font-semibold',
        )}
      >
        <button type="button" onClick={() => choose('picker')}>
          <span className="grid size-[44px] place-items-center rounded-chip bg-signal-fill text-on-signal">
            <Plus aria-hidden className="size-[24px]" />
          </span>
          <span className="@max-[4.5rem]:sr-only">{first ? words.addFirst : words.add}</span>
        </button>
        <button type="button" onClick={() => choose('camera')}>
          <Camera aria-hidden className="size-5" />
          <span>{words.camera}</span>
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        aria-hidden
        onChange={onChoose}
        className="sr-only"
        tabIndex={-1}
      />
    </>
  );
}
