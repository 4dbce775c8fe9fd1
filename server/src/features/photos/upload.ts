import { MAX_PHOTOS, PHOTO_MAX_BYTES } from '@herenow/contract/constants';
import { uploadPhotos } from '@herenow/contract/photos';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { checkActor, type Caller } from '../../http/mount.ts';
import { AppError, badRequest, tooLarge } from '../../lib/errors.ts';

/** Room for the text fields and the headers of the parts. */
const BODY_MAX_BYTES = MAX_PHOTOS * PHOTO_MAX_BYTES + 64 * 1024;
const TOO_MANY = `Please upload at most ${MAX_PHOTOS} pictures at a time.`;
const BROKEN = 'The upload broke off. Please try again.';

/**
 * Reads the form of an upload, one picture after the other, and answers what `take` made of each.
 * Throws 4xx for whatever is wrong with it.
 */
export async function readUpload<T>(
  request: FastifyRequest,
  caller: Caller,
  take: (bytes: Buffer) => Promise<T>,
): Promise<T[]> {
  if (!request.isMultipart())
    throw new AppError(415, 'This content type is not accepted here. Please send multipart/form-data.');
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES)
    throw tooLarge(uploadPhotos.errors[413]);
  try {
    return await readParts(request, caller, take);
  } catch (error) {
    // What is still to come is thrown away, so that a client which is still there gets to read the answer.
    request.raw.unpipe();
    request.raw.resume();
    const gone = request.raw.destroyed && !request.raw.complete;
    throw gone ? badRequest(BROKEN) : refusal(error);
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
      throw badRequest('Please send pictures in the field "images".');
    }
  }
  const result = z.safeParse(uploadPhotos.body, fields);
  if (!result.success) throw badRequest(result.error.issues[0]!.message);
  if (taken.length === 0) throw badRequest('Please choose at least one picture.');
  return taken;
}

/** Stops reading where the limit is passed, not where the file ends. */
async function readFile(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) {
    if (part.file.truncated) break;
    chunks.push(chunk as Buffer);
  }
  if (part.file.truncated) throw tooLarge(uploadPhotos.errors[413]);
  return Buffer.concat(chunks);
}

/** A form that cannot be read is a bad request, not a fault. */
function refusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  switch ((error as { code?: unknown }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge(uploadPhotos.errors[413]);
    case 'FST_FILES_LIMIT':
      return badRequest(TOO_MANY);
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return badRequest('The form has fields that are not expected here.');
    case 'FST_MP_PREMATURE_CLOSE':
      return badRequest(BROKEN);
  }
  const message = error instanceof Error ? error.message : '';
  return /multipart|boundary|terminated early/i.test(message) ? badRequest(BROKEN) : error;
}
