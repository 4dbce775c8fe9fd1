import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Character } from '@herenow/cast/characters';
import { portraitsOf } from '@herenow/cast/portraits';

// The server beside this process needs the processors and the memory more.
sharp.concurrency(1);
sharp.cache(false);

export type Portraits = ReturnType<typeof createPortraits>;

/** Draws each person's photos once and keeps them in a folder. */
export function createPortraits(folder: string) {
  const underWay = new Map<string, Promise<Buffer>>();

  async function readOrDraw(file: string, character: Character, index: number): Promise<Buffer> {
    try {
      return await readFile(file);
    } catch {
      const [picture] = await portraitsOf(character, index, index + 1);
      // A run that ends here leaves no partial picture behind.
      await writeFile(`${file}.part`, picture!);
      await rename(`${file}.part`, file);
      return picture!;
    }
  }

  async function kept(character: Character, index: number): Promise<Buffer> {
    const file = path.join(folder, `${character.seed}-${index}.jpg`);
    const picture = underWay.get(file) ?? readOrDraw(file, character, index);
    underWay.set(file, picture);
    return await picture.finally(() => underWay.delete(file));
  }

  return {
    /** Returns the photos from index `from` up to but not including `to`, as JPEG files. */
    async take(character: Character, from: number, to: number): Promise<Buffer[]> {
      await mkdir(folder, { recursive: true });
      const wanted = Array.from({ length: to - from }, (_, offset) => from + offset);
      return await Promise.all(wanted.map((index) => kept(character, index)));
    },
  };
}
