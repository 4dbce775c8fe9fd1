import * as z from 'zod/mini';
import { call } from './call.ts';
import * as refusals from './refusals.ts';
import { timestamp } from './entities.ts';

/** The copy of the user's data that was requested last. */
const dataExport = z.object({
  state: z.enum(['making', 'ready']),
  requested: timestamp,
  /** Until when a finished copy can be downloaded. */
  expires: z.nullable(timestamp),
});
export type DataExport = z.output<typeof dataExport>;

export const requestExport = call({
  method: 'POST',
  path: '/api/user/data-export',
  bound: { rate: 'account' },
  summary:
    'Has a copy of everything held about oneself made; one that is being made already is not begun again.',
  answer: dataExport,
  refusals: [refusals.registrationUnfinished],
});

export const getExport = call({
  method: 'GET',
  path: '/api/user/data-export',
  bound: { rate: 'read' },
  summary: 'The copy of one’s data that was asked for last; null if there is none.',
  answer: z.nullable(dataExport),
});

export const downloadExport = call({
  method: 'GET',
  path: '/api/user/data-export/file',
  bound: { rate: 'account' },
  summary: 'The copy itself, a ZIP of JSON files and photos, for a day after it was made.',
  answer: 'file',
  refusals: [refusals.exportNotFound],
});
