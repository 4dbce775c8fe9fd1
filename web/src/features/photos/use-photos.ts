import type { Photo } from '@herenow/contract/entities';
import { uploadPhotos } from '@herenow/contract/photos';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { api, isStatus } from '../../lib/api.ts';
import { clearDraft, readDraft, writeDraft } from '../../lib/form-drafts.ts';
import { withProgress } from '../../lib/upload.ts';
import { moved, rebased } from './order.ts';
import { words } from './words.ts';

/** A cropped photo that is being uploaded. */
export type Upload = {
  key: string;
  blob: Blob;
  url: string;
  /** From 0 to 1. */
  share: number;
  problem: string | undefined;
  /** The server's sentence about it. */
  reason?: string | undefined;
};

export type PhotoList = ReturnType<typeof usePhotos>;

/**
 * Returns the user's photos while they are being arranged. Each is uploaded as soon as it is cropped; saving the list
 * decides which are kept, and in which order. Photos added or removed elsewhere meanwhile are added or removed here,
 * too.
 */
export function usePhotos(options: { userId: string; saved: readonly Photo[]; draft: string }) {
  const { userId, saved, draft } = options;
  const [photos, setPhotos] = useState<Photo[]>(() => arranged(draft, saved));
  const [uploads, setUploads] = useState<Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const { current } = running;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  const known = useRef(saved);
  useLayoutEffect(() => {
    const before = idsOf(known.current);
    known.current = saved;
    setPhotos((list) => rebased(list, before, saved));
  }, [saved]);
  const changed = idsOf(photos).join() !== idsOf(saved).join();
  useEffect(() => {
    if (changed) writeDraft(draft, { photos, known: idsOf(saved) } satisfies Draft);
    else clearDraft(draft);
  }, [draft, photos, saved, changed]);

  const update = (key: string, changes: Partial<Upload>) =>
    setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const drop = (upload: Upload) => {
    running.current.get(upload.key)?.abort();
    running.current.delete(upload.key);
    URL.revokeObjectURL(upload.url);
    setUploads((list) => list.filter((one) => one.key !== upload.key));
  };

  const start = async (upload: Upload) => {
    const controller = new AbortController();
    running.current.set(upload.key, controller);
    update(upload.key, { share: 0, problem: undefined, reason: undefined });
    try {
      const list = await api(uploadPhotos, {
        body: { userId },
        images: [upload.blob],
        by: withProgress((share) => update(upload.key, { share })),
        signal: controller.signal,
      });
      // The response lists the photos of the profile before the new one.
      const photo = list.at(-1);
      if (!photo) throw new Error('The upload answered no photo.');
      setPhotos((list) => [...list, photo]);
      drop(upload);
    } catch (error) {
      if (controller.signal.aborted) return;
      const told = isStatus(error, 400, 409, 413, 429) && error.text !== '';
      update(upload.key, { problem: words.uploadFailed, ...(told && { reason: error.text }) });
    }
  };

  return {
    photos,
    uploads,
    busy: uploads.some(({ problem }) => problem === undefined),
    changed: changed || uploads.length > 0,
    add(blob: Blob): void {
      const upload = {
        key: crypto.randomUUID(),
        blob,
        url: URL.createObjectURL(blob),
        share: 0,
        problem: undefined,
      };
      setUploads((list) => [...list, upload]);
      void start(upload);
    },
    retry: (upload: Upload) => void start(upload),
    drop,
    remove: (id: string) => setPhotos((list) => list.filter((one) => one.id !== id)),
    move: (from: number, to: number) => setPhotos((list) => moved(list, from, to)),
  };
}

/** The user's arrangement, and the photos that were known as saved at that time. */
type Draft = { photos: Photo[]; known: string[] };

const idsOf = (photos: readonly Photo[]): string[] => photos.map(({ id }) => id);

/** Returns the photos as the user last arranged them, with changes made elsewhere since. */
function arranged(draft: string, saved: readonly Photo[]): Photo[] {
  const { photos, known } = readDraft<Draft>(draft);
  return photos && known ? rebased(photos, known, saved) : [...saved];
}
