import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Position } from '@herenow/cast/characters';
import type { Known } from './resident.ts';

/** What the town remembers between starts. */
export interface Memory {
  /** The places of visitors; there is a part of the town around each. */
  centres: Position[];
  /** Whether a visitor has come yet. */
  found: boolean;
  people: Record<string, Known & { centre: number; photos: number }>;
}

export async function openRegister(folder: string) {
  const file = path.join(folder, 'town.json');
  const memory = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Memory,
    (): Memory => ({ centres: [], found: false, people: {} }),
  );
  let writing: Promise<void> = Promise.resolve();
  return {
    memory,
    save(): Promise<void> {
      writing = writing.then(async () => {
        await writeFile(`${file}.part`, JSON.stringify(memory));
        await rename(`${file}.part`, file);
      });
      return writing;
    },
  };
}

export type Register = Awaited<ReturnType<typeof openRegister>>;
