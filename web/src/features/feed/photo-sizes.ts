/**
 * How wide a card's photo is, as `sizes` says it. On a phone a little less than it is: who would not see the
 * difference is spared a file of three times the bytes.
 */
export const CARD_PHOTO_SIZES = '(min-width: 1280px) 22rem, (min-width: 768px) 45vw, 85vw';
