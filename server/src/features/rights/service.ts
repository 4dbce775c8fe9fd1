import type { File } from '@herenow/contract/call';
import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import type { DataExport } from '@herenow/contract/rights';
import * as refusals from '@herenow/contract/refusals';
import type { JobData } from '../../database/jobs.ts';
import type { Db } from '../../database/db.ts';
import type { Work } from '../../database/work.ts';
import { tooMany, type Limits } from '../../http/limits.ts';
import { minus, plus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { createSlots } from '../../lib/slots.ts';
import { lockAccount, requireFinished } from '../accounts/index.ts';
import type { Mail } from '../mail/index.ts';
import { makeArchive, type PhotoFile } from './archive.ts';
import * as store from './store.ts';

/** How long a copy can be downloaded. */
export const COPY_KEPT_MS = DAY_MS;
/** A job without a result after this time has failed for good: its request is deleted and can be made again. */
const MAKING_MS = HOUR_MS;
/** How many downloads of one user may wait; a further one gets a 429. */
const MOST_WAITING = 2;

export type RightsService = ReturnType<typeof createRights>;

/** What users can request of the data held about them. */
export function createRights(options: {
  db: Db;
  work: Work;
  clock: Clock;
  limits: Limits;
  mail: Pick<Mail, 'copyReady'>;
  config: { publicUrl: string };
  readPhotos(userId: string): Promise<PhotoFile[]>;
}) {
  const { db, work, clock, limits, mail, config, readPhotos } = options;

  /** One copy at a time: each is in memory as a whole. */
  const oneByOne = createSlots(1);
  /** Downloads: each waits for the user’s previous one, and then for those of others. */
  const downloads = createSlots(1);
  const downloadsOfUser = createSlots(1);

  async function findExport(userId: string): Promise<DataExport | null> {
    const row = await store.findExport(db, userId, clock.now());
    return row ? exportView(row) : null;
  }

  async function make(userId: string): Promise<void> {
    const now = clock.now();
    const asked = await store.findExport(db, userId, now);
    // A job that took too long is run again, perhaps by another node.
    if (!asked || asked.expiresAt) return;
    const photos = await readPhotos(userId);
    const file = await makeArchive(db, userId, photos, now);
    const until = plus(now, COPY_KEPT_MS);
    await work(async (tx) => {
      const account = await lockAccount(tx.db, userId);
      if (!account) return;
      if (await store.saveFile(tx.db, { userId, requestedAt: asked.requestedAt }, file, until))
        await mail.copyReady(tx, account, { until, url: `${config.publicUrl}/your-data` });
    });
  }

  return {
    findExport,

    /** Queues the making of a copy, unless one is being made. */
    async requestExport(userId: string): Promise<DataExport> {
      await limits.take('exportByAccount', userId);
      await work(async (tx) => {
        const now = clock.now();
        const since = minus(now, MAKING_MS);
        // Only a verified email is told of a copy, and anybody opens thousands of accounts.
        await requireFinished(tx.db, userId);
        if (await store.putRequest(tx.db, userId, since, now)) await tx.enqueue('export', { userId });
      });
      const copy = await findExport(userId);
      if (!copy) throw new Refused(refusals.exportNotFound);
      return copy;
    },

    /** Throws 404 until the copy is ready, and after it has expired. */
    async download(userId: string): Promise<File> {
      const now = clock.now();
      const waiting = downloadsOfUser.countOf(userId);
      if (waiting > MOST_WAITING) throw tooMany(waiting);
      const bytes = await downloadsOfUser.take(userId, () =>
        downloads.take('', () => store.readFile(db, userId, now)),
      );
      if (!bytes) throw new Refused(refusals.exportNotFound);
      return { name: `herenow-${now.toISOString().slice(0, 10)}.zip`, type: 'application/zip', bytes };
    },

    makeExport: ({ userId }: JobData['export']): Promise<void> => oneByOne.take('', () => make(userId)),

    /** Deletes expired copies, and requests whose job failed for good. */
    sweep: () => {
      const now = clock.now();
      return store.deleteExpired(db, minus(now, MAKING_MS), now);
    },
  };
}

function exportView({ requestedAt, expiresAt }: store.ExportRow): DataExport {
  return {
    state: expiresAt === null ? 'making' : 'ready',
    requested: requestedAt.toISOString(),
    expires: expiresAt?.toISOString() ?? null,
  };
}
