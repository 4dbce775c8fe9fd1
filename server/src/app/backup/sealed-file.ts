import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { StartError } from '../../lib/start-error.ts';

const MAGIC = Buffer.from('HERENOW-BACKUP-1\n');
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const LARGEST_FRAME_BYTES = 64 * 1024 * 1024;

const keyOf = (secret: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'herenow backup', 32));

/** Numbers each frame’s nonce, so that a missing, repeated or moved frame is detected. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 6, 6);
  return nonce;
}

/**
 * Writes a file of frames, each encrypted and authenticated separately (AES-256-GCM), so that any size can be streamed.
 */
export async function writeSealed(file: string, secret: string) {
  const salt = randomBytes(SALT_BYTES);
  const key = keyOf(secret, salt);
  const handle = await open(file, 'wx', 0o600);
  let index = 0;
  await handle.write(Buffer.concat([MAGIC, salt]));
  return {
    async add(frame: Buffer): Promise<void> {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index++));
      const sealed = Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()]);
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(sealed.length);
      await handle.appendFile(Buffer.concat([length, sealed]));
    },
    /** Returns once everything is on disk. */
    async close(): Promise<void> {
      await handle.sync();
      await handle.close();
    },
    async [Symbol.asyncDispose]() {
      await handle.close().catch(() => {});
    },
  };
}

export const brokenOff = (file: string) =>
  new StartError(`${file} is damaged or broken off. Nothing of it was taken over.`);

/**
 * Yields the frames of a sealed file in order; the last one must say that it is the last. Throws a StartError for
 * another key or a damaged file.
 */
export async function* readSealed(file: string, secret: string): AsyncGenerator<Buffer> {
  await using handle = await openOrTell(file);
  const head = await readExactly(handle, MAGIC.length + SALT_BYTES);
  if (!head?.subarray(0, MAGIC.length).equals(MAGIC))
    throw new StartError(`${file} is not a backup of Herenow.`);
  const key = keyOf(secret, head.subarray(MAGIC.length));
  for (let index = 0; ; index++) {
    const length = (await readExactly(handle, LENGTH_BYTES))?.readUInt32BE();
    if (length === undefined) return;
    const sealed = length <= LARGEST_FRAME_BYTES ? await readExactly(handle, length) : undefined;
    const frame = sealed && openFrame(sealed, key, index);
    if (!frame && index === 0)
      throw new StartError(`${file} was made with another BACKUP_KEY, or is damaged from its beginning.`);
    if (!frame) throw brokenOff(file);
    yield frame;
  }
}

function openFrame(sealed: Buffer, key: Buffer, index: number): Buffer | undefined {
  if (sealed.length < TAG_BYTES) return undefined;
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch {
    return undefined;
  }
}

async function openOrTell(file: string): Promise<FileHandle> {
  try {
    await using undo = new AsyncDisposableStack();
    const handle = undo.use(await open(file, 'r'));
    // Node opens a folder, too.
    if ((await handle.stat()).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    undo.move();
    return handle;
  } catch (error) {
    throw new StartError(`The backup ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Returns undefined at the end of the file. */
async function readExactly(handle: FileHandle, length: number): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled);
    if (bytesRead === 0) return undefined;
    filled += bytesRead;
  }
  return buffer;
}
