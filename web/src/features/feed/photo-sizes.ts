/**
 * The width of a card's photo for the `sizes` attribute. On phones a little less than the real width: the
 * difference is not visible, and common phones get a third of the bytes.
 */
export const CARD_PHOTO_SIZES = '(min-width: 1280px) 22rem, (min-width: 768px) 45vw, 85vw';
