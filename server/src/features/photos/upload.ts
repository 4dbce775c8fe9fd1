import * as refusals from '@herenow/contract/refusals';
import { MAX_PHOTOS, PHOTO_MAX_BYTES } from '@herenow/contract/constants';
import { uploadPhotos } from '@herenow/contract/photos';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { checkActor } from '../../http/checks.ts';
import type { Caller } from '../../http/mount.ts';
import { invalid, Refused } from '../../lib/errors.ts';

/** Leaves room for the text fields and the headers of the parts. */
const BODY_MAX_BYTES = MAX_PHOTOS * PHOTO_MAX_BYTES + 64 * 1024;

/**
 * Reads the form of an upload, one picture at a time, and returns the result of `take` for each. Throws 4xx if anything
 * in the form is wrong.
 */
export async function readUpload<T>(
  request: FastifyRequest,
  caller: Caller,
  take: (bytes: Buffer) => Promise<T>,
): Promise<T[]> {
  // The client gave up while the upload waited for its turn.
  if (request.raw.destroyed) throw invalid(refusals.uploadBroken.text);
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES)
    throw new Refused(refusals.pictureTooLarge);
  try {
    return await readParts(request, caller, take);
  } catch (error) {
    // Discards the rest of the body, so that a client that is still connected can read the response.
    request.raw.unpipe();
    request.raw.resume();
    const gone = request.raw.destroyed && !request.raw.complete;
    throw gone ? invalid(refusals.uploadBroken.text) : refusal(error);
  }
}

async function readParts<T>(
  request: FastifyRequest,
  caller: Caller,
  take: (bytes: Buffer) => Promise<T>,
): Promise<T[]> {
  const fields: Record<string, unknown> = {};
  const taken: T[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value;
      checkActor(uploadPhotos, fields, caller);
    } else if (part.fieldname === 'images') {
      taken.push(await take(await readFile(part)));
    } else {
      throw invalid(refusals.picturesField.text);
    }
  }
  const result = z.safeParse(uploadPhotos.body, fields);
  if (!result.success) throw invalid(result.error.issues[0]!.message);
  if (taken.length === 0) throw invalid(refusals.picturesMissing.text);
  return taken;
}

/** Stops reading at the limit instead of at the end of the file. */
async function readFile(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) {
    if (part.file.truncated) break;
    chunks.push(chunk as Buffer);
  }
  if (part.file.truncated) throw new Refused(refusals.pictureTooLarge);
  return Buffer.concat(chunks);
}

/** Maps a form that cannot be read to a bad request instead of an internal error. */
function refusal(error: unknown): unknown {
  if (error instanceof Refused) return error;
  switch ((error as { code?: unknown }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return new Refused(refusals.pictureTooLarge);
    case 'FST_FILES_LIMIT':
      return invalid(refusals.picturesTooMany.text);
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return invalid(refusals.uploadFields.text);
    case 'FST_MP_PREMATURE_CLOSE':
      return invalid(refusals.uploadBroken.text);
  }
  const message = error instanceof Error ? error.message : '';
  return /multipart|boundary|terminated early/i.test(message) ? invalid(refusals.uploadBroken.text) : error;
}
