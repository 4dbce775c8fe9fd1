import { PHOTO_WIDTHS } from '@herenow/contract/constants';
import { useEffect, useState, type ComponentProps } from 'react';
import { whenIdle } from '../first-paint/when-idle.ts';
import { cx } from './cx.ts';
import { knownThumbhashUrl, thumbhashUrl } from './thumbhash-url.ts';

/** A photo as the API sends it, or of which only the address is known. */
export type PhotoSource = {
  id?: string | undefined;
  url: string;
  srcset?: string | null | undefined;
  /** Base64 of a ThumbHash. */
  thumbhash?: string | null | undefined;
};

/** Returns a photo of which only the URL is known. The server keeps every width of a photo beside the others. */
export function photoAt(url: string | null | undefined): PhotoSource | null {
  if (!url) return null;
  const folder = /^(.*\/photos\/[\w-]{24}\/[\w-]{48}\/)1080\.jpg$/.exec(url)?.[1];
  if (!folder) return { url };
  return { url, srcset: PHOTO_WIDTHS.map((width) => `${folder}${width}.webp ${width}w`).join(', ') };
}

const placeholderUrl = '/photo-placeholder.svg';

/** Returns the same URL in a form that bypasses any cache holding a broken response. */
function cacheBusted(url: string, now: number): string {
  return `${url}${url.includes('?') ? '&' : '?'}retry=${now}`;
}

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt'> & {
  photo: PhotoSource | null | undefined;
  alt: string;
  /** Loads at once and first; for photos in view when a page opens. */
  eager?: boolean | undefined;
};

/**
 * Fills its box. Fades in over its thumbhash, retries once when it fails to load, and shows a drawn placeholder when
 * there is no photo.
 */
export function Photo({ photo, alt, eager = false, sizes = '100vw', className, style, ...rest }: Props) {
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
        // Paints photos in view together with the page.
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
        onLoad={() => setLoaded(src)}
        className={cx(
          'size-full object-cover select-none',
          // Shows photos in view as soon as they load.
          !eager && 'transition-opacity duration-240',
          eager || loaded === src ? 'opacity-100' : 'opacity-0',
        )}
      />
    </span>
  );
}

/** How long to wait for a photo before drawing its blurred preview: a cached photo loads sooner. */
const BLUR_AFTER_MS = 100;

/** Returns the blurred preview of a thumbhash, drawn when the page is idle and if the photo has not loaded by then. */
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
