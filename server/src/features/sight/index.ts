export {
  isInFeedOf,
  isKnownTo,
  isNear,
  isVisibleTo,
  placeFor,
  presenceFor,
  seesIncognito,
  type Facts,
} from './policy.ts';
export { chatIsListed, findFacts } from './store.ts';
