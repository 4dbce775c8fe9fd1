import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import * as refusals from './refusals.ts';

export const unsubscribe = call({
  method: 'POST',
  path: '/api/news/unsubscribe',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary:
    'Switches News and updates off, for anyone with the link of a mail. Mail programs do the same with one click (RFC 8058).',
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: 'nothing',
  refusals: [refusals.linkOver],
});
