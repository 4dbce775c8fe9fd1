import { PHOTO_WIDTHS } from '@herenow/contract/constants';
import { useEffect, useState, type ComponentProps } from 'react';
import { whenIdle } from '../first-paint/when-idle.ts';
import { cx } from './cx.ts';
import { knownThumbhashUrl, thumbhashUrl } from './thumbhash-url.ts';

/** A photo as it comes over the wire; without the last two it still shows. */
export type PhotoSource = {
  id?: string | undefined;
  url: string;
  srcset?: string | null | undefined;
  /** Base64 of a ThumbHash. */
  thumbhash?: string | null | undefined;
};

/** A photo of which only the address is known. The server keeps every width of a photo beside the others. */
export function photoAt(url: string | null | undefined): PhotoSource | null {
  if (!url) return null;
  const folder = /^(.*\/photos\/[\w-]{24}\/[\w-]{48}\/)1080\.jpg$/.exec(url)?.[1];
  if (!folder) return { url };
  return { url, srcset: PHOTO_WIDTHS.map((width) => `${folder}${width}.webp ${width}w`).join(', ') };
}

export const placeholderUrl = '/photo-placeholder.svg';

/** The same address, asked for again past any cache that keeps a broken answer. */
export function cacheBusted(url: string, now: number): string {
  return `${url}${url.includes('?') ? '&' : '?'}retry=${now}`;
}

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt'> & {
  photo: PhotoSource | null | undefined;
  alt: string;
  /** Loads at once and first; for what is in sight when a page opens. */
  eager?: boolean | undefined;
  onShown?: (() => void) | undefined;
};

/**
 * Fills its box. It fades in over its thumbhash, is asked for once more when it fails to load, and is a drawn
 * placeholder when there is none.
 */
export function Photo({
  photo,
  alt,
  eager = false,
  sizes = '100vw',
  className,
  style,
  onShown,
  ...rest
}: Props) {
  const [loaded, setLoaded] = useState<string>();
  const [failed, setFailed] = useState<{ url: string; retry: string | null }>();
  const url = photo?.url;
  const blur = useBlur(photo?.thumbhash, loaded !== undefined);

  const retry = failed && failed.url === url ? failed : undefined;
  const src = url && retry ? (retry.retry ?? placeholderUrl) : (url ?? placeholderUrl);
  const fail = () => {
    if (!url || retry?.retry === null) return;
    setFailed({ url, retry: retry ? null : cacheBusted(url, Date.now()) });
  };
  return (
    <span
      className={cx('block overflow-hidden bg-sunken bg-cover bg-center', className)}
      style={blur ? { ...style, backgroundImage: `url(${blur})` } : style}
    >
      <img
        draggable={false}
        // What a page opens with is painted together with it.
        decoding={eager ? 'sync' : 'async'}
        {...rest}
        key={src}
        src={src}
        srcSet={url && !retry ? (photo?.srcset ?? undefined) : undefined}
        sizes={sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        onError={fail}
        onLoad={() => {
          setLoaded(src);
          onShown?.();
        }}
        className={cx(
          'size-full object-cover select-none',
          // What a page opens with shows as soon as it is there.
          !eager && 'transition-opacity duration-240',
          eager || loaded === src ? 'opacity-100' : 'opacity-0',
        )}
      />
    </span>
  );
}

/** How long a photo may take before its blurred picture is drawn: one from the cache comes sooner. */
const BLUR_AFTER_MS = 100;

/** The blurred picture of a thumbhash, drawn when the page has time for it and the photo has not come by then. */
function useBlur(thumbhash: string | null | undefined, loaded: boolean): string | undefined {
  const [, setDrawn] = useState<string>();
  const known = knownThumbhashUrl(thumbhash);
  const wanted = !loaded && !known ? thumbhash : undefined;
  useEffect(() => {
    if (!wanted) return;
    let callOff = () => {};
    const timer = setTimeout(() => {
      callOff = whenIdle(() => setDrawn(thumbhashUrl(wanted)));
    }, BLUR_AFTER_MS);
    return () => {
      clearTimeout(timer);
      callOff();
    };
  }, [wanted]);
  return known;
}
