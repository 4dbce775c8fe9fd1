import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { allEnded } from '../../lib/all-ended.ts';
import { inTime } from '../../lib/in-time.ts';
import type { StoreUrl } from '../../lib/store-url.ts';
import { PHOTO_FILES, type PhotoFileName, type PhotoFiles } from './files.ts';

/** A store that hangs must not delay an upload or the shutdown of the process for longer. */
const ANSWER_MS = 10_000;
/** How often a check also writes and removes, which leaves two versions in a bucket that keeps them. */
const WRITE_MS = 10 * 60_000;

/**
 * Only the server serves pictures and says how long they may be cached; nothing between it and the store may cache
 * them.
 */
const FOR_NOBODY = 'private, no-store';

/** Opens an S3-compatible store. The bucket stays private: only the server reads from it. */
export function openBucket(store: StoreUrl): PhotoFiles {
  const { bucket, prefix } = store;
  /** When a check last wrote, in milliseconds; none after a failure, so that the next one tries all of it. */
  let wroteAt = -Infinity;
  const client = new S3Client(clientConfig(store));
  const object = (key: string, name: string) => ({ Bucket: bucket, Key: `${prefix}${key}/${name}` });

  async function writing<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await answered(task);
    } catch (error) {
      wroteAt = -Infinity;
      throw error;
    }
  }

  async function putOne(key: string, name: PhotoFileName, bytes: Buffer): Promise<void> {
    const command = new PutObjectCommand({
      ...object(key, name),
      Body: bytes,
      ContentType: PHOTO_FILES.get(name),
      CacheControl: FOR_NOBODY,
    });
    await writing((abortSignal) => client.send(command, { abortSignal }));
  }

  const removeOne = (key: string, name: string) =>
    writing((abortSignal) => client.send(new DeleteObjectCommand(object(key, name)), { abortSignal }));

  async function read(key: string, name: PhotoFileName): Promise<Buffer | undefined> {
    try {
      const command = new GetObjectCommand(object(key, name));
      return await answered(async (abortSignal) => {
        const { Body } = await client.send(command, { abortSignal });
        return Body && Buffer.from(await Body.transformToByteArray());
      });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  return {
    async put(key, files) {
      // A retry must not arrive after another has failed and the photo was removed.
      await allEnded([...files].map(([name, bytes]) => putOne(key, name, bytes)));
    },

    async restore(key, name, bytes) {
      if (!(await read(key, name))) await putOne(key, name, bytes);
    },

    read,

    async check() {
      const writes = performance.now() - wroteAt > WRITE_MS;
      if (writes) await putOne('ready', '1080.jpg', Buffer.alloc(0));
      await read('ready', '1080.jpg');
      if (writes) await removeOne('ready', '1080.jpg');
      if (writes) wroteAt = performance.now();
    },

    async keepsRemoved() {
      const command = new GetBucketVersioningCommand({ Bucket: bucket });
      const asking = answered((abortSignal) => client.send(command, { abortSignal }));
      // Not every store answers this, and not every key may ask.
      const { Status } = await asking.catch(() => ({ Status: undefined }));
      return Status === 'Enabled';
    },

    async remove(key) {
      await Promise.all([...PHOTO_FILES.keys()].map((name) => removeOne(key, name)));
    },
  };
}

/** The object is missing, rather than the bucket. */
const isMissing = (error: unknown) =>
  error instanceof NoSuchKey ||
  (error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === 404 &&
    error.name !== 'NoSuchBucket');

/** Times out if the store does not respond or stalls in the middle of its response. All attempts together count. */
async function answered<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const aborter = new AbortController();
  return await inTime(ANSWER_MS, task(aborter.signal), () => {
    aborter.abort();
    const message = `no answer within ${ANSWER_MS / 1000} seconds`;
    // Known as an error of the store, like those of its client.
    throw new S3ServiceException({ name: 'TimeoutError', message, $fault: 'server', $metadata: {} });
  });
}

function clientConfig({ region, endpoint, credentials }: StoreUrl): S3ClientConfig {
  return {
    region,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 8000, throwOnRequestTimeout: true },
    maxAttempts: 2,
    // Some compatible stores refuse checksums beyond those that S3 requires.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  };
}
