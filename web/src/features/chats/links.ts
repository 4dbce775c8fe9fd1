/** A piece of a message: plain text, or something that leads out of the app. */
export interface Piece {
  text: string;
  /** Where it leads, as the browser parses it. */
  link?: URL;
  place?: boolean;
}

/** Ends before invisible characters and direction marks, which are never part of an address. */
const FOUND =
  /\b(?:https?:\/\/|www\.)[^\s<>"'`\p{Cc}\p{Cf}]+|(?<![\d.,+-])-?\d{1,2}\.\d{3,8},\s?-?\d{1,3}\.\d{3,8}(?![\d.])/giu;
/** Ends a sentence rather than an address. Bounded: in a text full of these it would be sought from each of them on. */
const TRAILING = /[.,;:!?…)\]}]{1,20}$/u;

/** Splits the text of a message. Anything that only resembles an address, or hides where it leads, stays text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(FOUND)) {
    const piece = pieceOf(found[0]);
    if (!piece) continue;
    if (found.index > end) pieces.push({ text: text.slice(end, found.index) });
    pieces.push(piece);
    end = found.index + piece.text.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

function pieceOf(found: string): Piece | undefined {
  if (/^-?\d/.test(found)) return placeOf(found);
  const text = found.replace(closesNothing(found) ? TRAILING : /[.,;:!?…]{1,20}$/u, '');
  const link = URL.parse(/^www\./i.test(text) ? `https://${text}` : text);
  if (!link || !/^https?:$/.test(link.protocol) || !link.hostname.includes('.')) return undefined;
  // Text before an @ can be made to look like the host.
  if (link.username !== '' || link.password !== '') return undefined;
  return { text, link };
}

/** A bracket at the end belongs to the sentence unless it was opened within. */
const closesNothing = (text: string) => !/[([{]/.test(text);

/** Latitude and longitude, as maps copy them. */
function placeOf(text: string): Piece | undefined {
  const [latitude = 0, longitude = 0] = text.split(',').map(Number);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  const link = new URL('https://www.openstreetmap.org/');
  link.searchParams.set('mlat', String(latitude));
  link.searchParams.set('mlon', String(longitude));
  link.hash = `map=17/${latitude}/${longitude}`;
  return { text, link, place: true };
}

/** The host is written in letters that can pass for those of another one. */
export const isDisguised = (link: URL): boolean => /(^|\.)xn--/.test(link.hostname);
