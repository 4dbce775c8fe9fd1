import { uploadPhotos } from '@herenow/contract/photos';
import * as refusals from '@herenow/contract/refusals';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../../http/error-answers.ts';
import type { Limits } from '../../http/limits.ts';
import type { Mount } from '../../http/mount.ts';
import { PHOTO_FILES, type PhotoFileName } from './files.ts';
import { createUploadGate, untilCut } from './upload-gate.ts';
import { keepingPace } from './upload-pace.ts';
import { createPatience } from './upload-patience.ts';
import type { MakePicture } from './picture-makers.ts';
import type { PhotosService } from './service.ts';
import { readUpload } from './upload.ts';

/** How many uploads are read at a time, one per user; each holds one original in memory. */
const UPLOADS = { running: 16, waitingByPerson: 4 };
/** For how many of the intervals in which it must keep its pace an upload may keep its place while others wait. */
const PLACE_INTERVALS = 3;
/** How long an upload that has lost its place is still read, so that its client can receive the answer. */
const TOLD_MS = 1000;

const KEY = /^[\w-]{24}$/;

export function photoRoutes(
  http: FastifyInstance,
  mount: Mount,
  options: {
    photos: PhotosService;
    limits: Limits;
    makePicture: MakePicture;
    pace: { uploads: number; pictures: number };
  },
): void {
  const { photos, limits, makePicture, pace } = options;
  const uploads = createUploadGate({ ...UPLOADS, patienceMs: PLACE_INTERVALS * pace.uploads });

  mount(uploadPhotos, async ({ caller, client, request }) => {
    await limits.take('uploadByAccount', caller.userId);
    const patience = createPatience(pace.pictures);
    const make = (bytes: Buffer) => patience.during(() => makePicture(bytes, patience.over));
    const { socket } = request.raw;
    socket.once('close', patience.end);
    try {
      return await uploads({ person: caller.userId, network: client.network }, patience.over, async (cut) => {
        patience.pause();
        const reading = keepingPace(request.raw, pace.uploads, (away) =>
          readUpload(request, caller, (bytes) => away(() => make(bytes))),
        );
        cut.addEventListener('abort', patience.end);
        cut.addEventListener('abort', () => void setTimeout(() => request.raw.destroy(), TOLD_MS).unref());
        const made = await Promise.race([reading, untilCut(cut)]);
        return await photos.add(caller.userId, made);
      });
    } finally {
      patience.pause();
      socket.off('close', patience.end);
    }
  });

  http.get<{ Params: { key: string; pass: string; name: string } }>(
    '/photos/:key/:pass/:name',
    async (request, reply) => {
      const { key, pass, name } = request.params;
      const type = PHOTO_FILES.get(name);
      const found = type && KEY.test(key) ? await photos.read(key, pass, name as PhotoFileName) : undefined;
      if (!found) return sendRefusal(reply, refusals.photoNotFound);
      const lifetime = `private, max-age=${found.validSeconds}, immutable`;
      return reply.type(type!).header('cache-control', lifetime).send(found.bytes);
    },
  );
}
