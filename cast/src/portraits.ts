import { createAvatar } from '@dicebear/core';
import * as openPeeps from '@dicebear/open-peeps';
import sharp from 'sharp';
import type { Character } from './characters.ts';
import { createRandom, type Random } from './random.ts';
import { scenes } from './scenes.ts';

type Drawn = openPeeps.Options;
type Head = NonNullable<Drawn['head']>[number];
type Face = NonNullable<Drawn['face']>[number];

type Like = Character['looks']['like'];
type Hair = Character['looks']['hair'];

const HEADS: Record<Like, readonly Head[]> = {
  she: [
    'bangs',
    'bangs2',
    'bun',
    'bun2',
    'long',
    'longBangs',
    'longCurly',
    'medium1',
    'medium2',
    'medium3',
    'mediumBangs',
    'mediumBangs2',
    'mediumBangs3',
    'mediumStraight',
  ],
  he: [
    'hatBeanie',
    'hatHip',
    'noHair1',
    'pomp',
    'shaved1',
    'shaved2',
    'shaved3',
    'short1',
    'short2',
    'short3',
    'short4',
    'short5',
  ],
};
const CURLY: Record<Like, readonly Head[]> = {
  she: ['bantuKnots', 'buns', 'cornrows', 'cornrows2', 'longAfro', 'longCurly', 'twists', 'mediumBangs2'],
  he: ['afro', 'dreads1', 'dreads2', 'flatTop', 'noHair1', 'shaved1', 'short1', 'short2', 'twists2'],
};
const GREY: Record<Like, readonly Head[]> = {
  she: ['grayBun', 'grayMedium'],
  he: ['grayShort', 'noHair3'],
};
/** Facial expressions; the first photo shows one of the first three. */
const FACES: readonly Face[] = [
  'smile',
  'calm',
  'cute',
  'smileBig',
  'contempt',
  'smileLOL',
  'eatingHappy',
  'cheeky',
];
const FIRST_FACES = 3;
const SKINS = ['ffdbb4', 'f2c9a0', 'edb98a', 'd08b5b', 'ae5d29', '8d5034', '694d3d'];
/** From this index on, hair is curly and dark. */
const CURLY_FROM = 4;
const HAIRS: Record<Hair, readonly string[]> = {
  dark: ['1d1716', '2c1b18', '3b2620', '262432', '4a2f22'],
  any: ['2c1b18', '4a2f22', '6b4128', '8d4a26', 'a6341b', 'c98a4b', 'd8b26a', '3b3b4f'],
};
const INK = '1d1716';
const SILVER = { hair: 'e8e1e1', lines: '6b6566' };
/** Heads whose hair is in the second colour, with lines in it. */
const LINED: ReadonlySet<Head> = new Set(['bangs', 'cornrows', 'mediumBangs2', 'short4']);
/** Heads whose lines belong to a hat or to the skin. */
const BARE: ReadonlySet<Head> = new Set(['hatHip', 'noHair1', 'turban']);
/** Beyond this index, skin is too dark for fair hair to stand out. */
const FAIR_UP_TO = 2;
const CLOTHES = [
  'e78276',
  'ffcf77',
  '78b185',
  '9ddadb',
  '8fa7df',
  'e279c7',
  'f4f1de',
  '3d5a80',
  '6d597a',
  'ee6c4d',
];
const BEARDS = ['chin', 'full', 'full2', 'goatee1', 'goatee2', 'moustache2', 'moustache4'] as const;
const GLASSES = ['glasses', 'glasses2', 'glasses3', 'glasses4', 'sunglasses'] as const;

const SIZE = { width: 810, height: 1080 };

/** Returns the photos of a person, from index `from` up to `to`, as JPEG files. */
export async function portraitsOf(character: Character, from = 0, to = character.photos): Promise<Buffer[]> {
  return await Promise.all(
    drawPortraits(character)
      .slice(from, to)
      .map((svg) => sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()),
  );
}

/** Draws the same person in different places and moods, as SVG. */
function drawPortraits(character: Character): string[] {
  const random = createRandom(character.seed);
  const { hair, ...same } = looksOf(character, random);
  const [first, ...others] = random.shuffled(FACES.slice(0, FIRST_FACES));
  const faces = [first!, ...random.shuffled([...others, ...FACES.slice(FIRST_FACES)])];
  const turned = random.chance(0.5);
  return scenes(character.photos, random, Math.abs(character.index)).map((scene, index) => {
    const zoom = index === 0 ? 1200 : random.between(1000, 1300);
    const figure = createAvatar(openPeeps, {
      ...same,
      seed: character.name,
      face: [faces[index]!],
      clothingColor: [random.pick(CLOTHES)],
      flip: turned === (index % 2 === 0),
    }).toString();
    const left = (1080 - zoom) / 2 + random.between(-50, 50);
    const place = `<svg x="${left.toFixed()}" y="${(1440 - zoom).toFixed()}" width="${zoom.toFixed()}" height="${zoom.toFixed()}" `;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 1080 1440">${scene}${dyed(figure, hair).replace('<svg ', place)}</svg>`;
  });
}

/** Colours hair and beards, which the library draws in the black of its lines. */
function dyed(figure: string, colour: string): string {
  const [head, face] = ['<g transform="matrix(.99789 0 0 1 156 62)">', '<g transform="translate(315 248)">'];
  const [beard, glasses] = ['<g transform="translate(279 400)">', '<g transform="translate(179 343)">'];
  const [body, rest] = cut(figure, head);
  const [hair, features] = cut(rest, face);
  const [eyes, lower] = cut(features, beard);
  const [hairs, others] = cut(lower, glasses);
  const dye = (part: string) => part.replaceAll('#000', `#${colour}`);
  return body + dye(hair) + eyes + dye(hairs) + others;
}

/** Splits a text before the first occurrence of a part. */
function cut(text: string, part: string): [string, string] {
  const at = text.indexOf(part);
  if (at === -1) throw new Error(`The library draws no ${part} any more.`);
  return [text.slice(0, at), text.slice(at)];
}

/** Returns the looks that stay the same from photo to photo. */
function looksOf({ looks, dateOfBirth }: Character, random: Random): Drawn & { hair: string } {
  const { like, skins, cover } = looks;
  const old = new Date().getUTCFullYear() - Number(dateOfBirth.slice(0, 4)) > 52;
  const skin = random.whole(...skins);
  const curly = skin >= CURLY_FROM || (looks.hair === 'any' && skin === CURLY_FROM - 1 && random.chance(0.5));
  const covered = cover === (like === 'she' ? 'hijab' : 'turban') && random.chance(0.5) ? cover : undefined;
  const head: Head = covered ?? random.pick(old ? GREY[like] : (curly ? CURLY : HEADS)[like]);
  const colour = random.pick(HAIRS[skin > FAIR_UP_TO ? 'dark' : looks.hair]);
  const lines = BARE.has(head) || LINED.has(head) ? INK : old ? SILVER.lines : colour;
  return {
    head: [head],
    skinColor: [SKINS[skin]!],
    hair: head === 'hijab' ? random.pick(CLOTHES) : lines,
    headContrastColor: [old ? SILVER.hair : colour],
    facialHair: [random.pick(BEARDS)],
    facialHairProbability: like === 'he' && random.chance(0.4) ? 100 : 0,
    accessories: [random.pick(GLASSES)],
    accessoriesProbability: random.chance(0.25) ? 100 : 0,
    maskProbability: 0,
  };
}
