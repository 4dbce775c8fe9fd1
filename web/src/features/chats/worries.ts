/** What a message may be read as. */
export type Worry = 'threat' | 'slur' | 'money';

/** The middle of a word list: whole words, in any case, without accents. */
const words = (...list: string[]) => new RegExp(`(?<![\\p{L}])(?:${list.join('|')})(?![\\p{L}])`, 'iu');

/**
 * Short lists in English, German, Spanish and French. They make the sender think for a moment, and miss much. They are
 * used only on this device; nothing is reported, and every message can be sent.
 */
const LISTS: readonly [Worry, RegExp][] = [
  [
    'threat',
    words(
      String.raw`(?:i(?:'|’)?ll|i will|gonna|going to) (?:kill|hurt|rape|find|beat|stab|destroy) (?:you|u)`,
      'kill yourself',
      'kys',
      'i know where you live',
      "you(?:’|'| a)?re dead",
      String.raw`ich (?:bring(?:e)? dich um|mach(?:e)? dich fertig|finde dich)`,
      'bring dich um',
      'ich weiss wo du wohnst',
      String.raw`te voy a (?:matar|encontrar|violar|pegar)`,
      'se donde vives',
      String.raw`je vais te (?:tuer|trouver|violer|frapper)`,
      'je sais ou tu habites',
    ),
  ],
  [
    'slur',
    words(
      'bitch(?:es)?',
      'whores?',
      'sluts?',
      'cunts?',
      'fag(?:got)?s?',
      'retard(?:ed|s)?',
      'trann(?:y|ies)',
      'schlampen?',
      'huren?',
      'fotzen?',
      'schwuchteln?',
      'putas?',
      'zorras?',
      'maric[o]n(?:es)?',
      'salopes?',
      'putes?',
      'connasses?',
      'pedes?',
    ),
  ],
  [
    'money',
    words(
      String.raw`(?:send|wire|lend|transfer) (?:me )?(?:some )?(?:money|cash|\$ ?\d+|\d+ ?(?:\$|€|euros?|dollars?|bucks))`,
      'gift cards?',
      'western union',
      'cash ?app',
      'bitcoins?',
      'crypto(?:currency)?',
      'iban',
      String.raw`(?:schick|uberweis|leih)(?:e|st)? (?:du )?mir (?:etwas )?(?:geld|\d+ ?(?:€|euro))`,
      'gutscheinkarten?',
      String.raw`(?:mandame|enviame|prestame) (?:dinero|\d+ ?(?:€|euros))`,
      String.raw`(?:envoie|prete)[- ]moi (?:de l['’]argent|\d+ ?(?:€|euros))`,
    ),
  ],
];

/** Returns the first worry about a text; undefined if there is none. */
export function worryOf(text: string): Worry | undefined {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
  return LISTS.find(([, list]) => list.test(plain))?.[0];
}
