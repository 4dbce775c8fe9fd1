import { LOOKALIKES } from '@herenow/contract/rules';

/** Accents of decomposed letters. In other scripts, marks distinguish words, so they stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Returns a form of a text that stays the same under small changes: without case, accents, spaces, punctuation and
 * invisible characters, and with look-alike letters replaced. A text without letters keeps its signs.
 */
export function canonicalText(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(ACCENTS, '');
  const folded = [...plain].map((letter) => LOOKALIKES.get(letter) ?? letter).join('');
  const letters = folded.replaceAll(/[^\p{L}\p{N}\p{M}]|\p{DI}/gu, '').replaceAll('vv', 'w');
  return letters === '' ? plain.replaceAll(/[\s\p{DI}]/gu, '') : letters;
}
