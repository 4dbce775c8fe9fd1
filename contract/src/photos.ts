import * as z from 'zod/mini';
import { call } from './call.ts';
import { MAX_PHOTOS } from './constants.ts';
import { id, listOf, photo } from './entities.ts';

export const uploadPhotos = call({
  method: 'POST',
  path: '/api/user/photos',
  auth: 'user',
  summary: 'Uploads up to five pictures (field `images`, repeated) and answers the new photos in that order.',
  body: z.object({ userId: id }),
  multipart: true,
  answer: listOf(photo, 2 * MAX_PHOTOS),
  actsAs: ['userId'],
  errors: {
    400: 'This file is not a picture we can read. Please choose a JPEG, PNG, WebP or AVIF.',
    413: 'This picture is too large. Pictures can have up to 10 MB.',
  },
});
