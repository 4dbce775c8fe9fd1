import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { MAX_PHOTOS } from './constants.ts';
import { id, listOf, photo } from './entities.ts';
import * as refusals from './refusals.ts';

export const uploadPhotos = call({
  method: 'POST',
  path: '/api/user/photos',
  bound: { rate: 'upload', body: BODY.pictures },
  summary:
    'Uploads up to five pictures (field `images`, repeated) and answers the photos of the profile in their order, then the new ones.',
  body: z.object({ userId: id }),
  multipart: true,
  answer: listOf(photo, 2 * MAX_PHOTOS),
  actsAs: ['userId'],
  refusals: [
    refusals.pictureUnreadable,
    refusals.pictureTooLarge,
    refusals.pictureTooManyPixels,
    refusals.pictureRemoved,
  ],
});
