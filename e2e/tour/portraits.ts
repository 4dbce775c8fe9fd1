import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { runnerImport } from 'vite';

type Name = 'ada' | 'bela' | 'chidi' | 'dana';
type Drawings = { renderPortraits: () => Record<Name, string> };

/** The drawn people of the landing page as JPEG files, in the size of a phone's photos. */
export async function drawPortraits(): Promise<Record<Name, Buffer>> {
  const file = fileURLToPath(new URL('../../web/src/features/landing/render.tsx', import.meta.url));
  const root = fileURLToPath(new URL('../../web', import.meta.url));
  const { module } = await runnerImport<Drawings>(file, { configFile: false, root, logLevel: 'error' });
  const svg = module.renderPortraits();
  const photo = (name: Name) => sharp(Buffer.from(svg[name])).resize(1200, 1600).jpeg().toBuffer();
  const [ada, bela, chidi, dana] = await Promise.all([
    photo('ada'),
    photo('bela'),
    photo('chidi'),
    photo('dana'),
  ]);
  return { ada, bela, chidi, dana };
}
