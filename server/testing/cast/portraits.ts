import { createAvatar } from '@dicebear/core';
import * as openPeeps from '@dicebear/open-peeps';
import sharp from 'sharp';
import type { Character } from './characters.ts';
import { createRandom, type Random } from './random.ts';
import { scenes } from './scenes.ts';

type Drawn = openPeeps.Options;
type Head = NonNullable<Drawn['head']>[number];
type Face = NonNullable<Drawn['face']>[number];

const HEADS: Record<Character['looks'], readonly Head[]> = {
  she: [
    'bangs',
    'bangs2',
    'bantuKnots',
    'bun',
    'bun2',
    'buns',
    'long',
    'longAfro',
    'longBangs',
    'longCurly',
    'medium1',
    'medium2',
    'medium3',
    'mediumBangs',
    'mediumBangs2',
    'mediumBangs3',
    'mediumStraight',
    'twists',
    'hijab',
  ],
  he: [
    'afro',
    'cornrows',
    'dreads1',
    'dreads2',
    'flatTop',
    'flatTopLong',
    'hatBeanie',
    'hatHip',
    'noHair1',
    'noHair2',
    'pomp',
    'shaved1',
    'shaved2',
    'short1',
    'short2',
    'short3',
    'short4',
    'short5',
    'turban',
    'twists2',
  ],
};
const GREY: Record<Character['looks'], readonly Head[]> = {
  she: ['grayBun', 'grayMedium'],
  he: ['grayShort', 'noHair3'],
};
const FACES: readonly Face[] = [
  'smile',
  'smileBig',
  'cute',
  'calm',
  'cheeky',
  'smileTeethGap',
  'eyesClosed',
  'awe',
  'lovingGrin1',
];
const SKINS = ['ffdbb4', 'f2c9a0', 'edb98a', 'd08b5b', 'ae5d29', '8d5034', '694d3d'];
const HAIRS = ['2c1b18', '4a312c', '724133', 'a55728', 'b58143', 'd6b370', 'c93305', '1c1a22'];
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

/** The photos of a person from one on up to another, as JPEG files. */
export async function portraitsOf(character: Character, from = 0, to = character.photos): Promise<Buffer[]> {
  return await Promise.all(
    drawPortraits(character)
      .slice(from, to)
      .map((svg) => sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()),
  );
}

/** The same person in different places and moods, as SVG. */
function drawPortraits(character: Character): string[] {
  const random = createRandom(character.seed);
  const same = looksOf(character, random);
  const faces = random.shuffled(FACES);
  return scenes(character.photos, random).map((scene, index) => {
    const zoom = index === 0 ? 1120 : random.between(940, 1240);
    const clothes = random.pick(CLOTHES);
    const figure = createAvatar(openPeeps, {
      ...same,
      seed: character.name,
      face: [faces[index]!],
      clothingColor: [clothes],
      flip: index % 2 === 1,
    }).toString();
    const left = (1080 - zoom) / 2 + random.between(-60, 60);
    const place = `<svg x="${left.toFixed()}" y="${(1440 - zoom).toFixed()}" width="${zoom.toFixed()}" height="${zoom.toFixed()}" `;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 1080 1440">${scene}${figure.replace('<svg ', place)}</svg>`;
  });
}

/** What stays the same from photo to photo. */
function looksOf(character: Character, random: Random): Drawn {
  const { looks, dateOfBirth } = character;
  const old = new Date().getUTCFullYear() - Number(dateOfBirth.slice(0, 4)) > 52;
  return {
    head: [random.pick(old ? GREY[looks] : HEADS[looks])],
    skinColor: [random.pick(SKINS)],
    headContrastColor: [old ? 'e8e1e1' : random.pick(HAIRS)],
    facialHair: [random.pick(BEARDS)],
    facialHairProbability: looks === 'he' && random.chance(0.4) ? 100 : 0,
    accessories: [random.pick(GLASSES)],
    accessoriesProbability: random.chance(0.25) ? 100 : 0,
    maskProbability: 0,
  };
}
