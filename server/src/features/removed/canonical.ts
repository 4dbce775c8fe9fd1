import { LOOKALIKES } from '@herenow/contract/rules';

/** Accents, once letters are taken apart; the marks of other scripts tell words apart. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Returns a text as one that somebody changes a little to write it again: without case, accents, spaces, punctuation and
 * invisible characters, and with the letters that others look like. What has no letters keeps its signs.
 */
export function canonicalText(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(ACCENTS, '');
  const folded = [...plain].map((letter) => LOOKALIKES.get(letter) ?? letter).join('');
  const letters = folded.replaceAll(/[^\p{L}\p{N}\p{M}]|\p{DI}/gu, '').replaceAll('vv', 'w');
  return letters === '' ? plain.replaceAll(/[\s\p{DI}]/gu, '') : letters;
}
