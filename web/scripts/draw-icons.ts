/** Draws the app icons of `public/` from the mark. Run it again after changing the mark: `node web/scripts/draw-icons.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { pinShape } from '../src/ui/pin-shape.ts';

const folder = new URL('../public/', import.meta.url);
const signal = '#FF5A4F';
const night = '#12100F';
const paper = '#FFFBF7';

/** The mark in a 32-unit square, shrunk to `share` of it around its centre. */
function mark(body: string, dot: string, share: number) {
  const shift = 16 - 16 * share;
  const { cx, cy, r } = pinShape.dot;
  return `<g transform="translate(${shift} ${shift}) scale(${share})"><path d="${pinShape.body}" fill="${body}" fill-rule="evenodd"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="${dot}"/></g>`;
}

function square(ground: string, corner: number, inside: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${corner}" fill="${ground}"/>${inside}</svg>`;
}

const icon = square(night, 7.2, mark(signal, paper, 0.74));
const bleed = square(night, 0, mark(signal, paper, 0.6));
const plain = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark('#fff', '#fff', 0.7)}</svg>`;

async function png(name: string, svg: string, size: number) {
  await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(fileURLToPath(new URL(`icons/${name}`, folder)));
}

await mkdir(new URL('icons/', folder), { recursive: true });
await writeFile(new URL('favicon.svg', folder), `${icon}\n`);
await png('icon-192.png', icon, 192);
await png('icon-512.png', icon, 512);
await png('maskable-192.png', bleed, 192);
await png('maskable-512.png', bleed, 512);
await png('apple-touch-icon.png', bleed, 180);
await png('monochrome-512.png', plain, 512);
await png('badge-96.png', plain, 96);
