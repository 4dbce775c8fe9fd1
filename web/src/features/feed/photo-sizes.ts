/**
 * The width of a card's photo for the `sizes` attribute. On phones slightly less than the real width: the difference is
 * invisible, and common phones download a third of the bytes.
 */
export const CARD_PHOTO_SIZES = '(min-width: 1280px) 22rem, (min-width: 768px) 45vw, 85vw';
