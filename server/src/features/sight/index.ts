export {
  isInFeedOf,
  isKnownTo,
  isNear,
  isVisibleTo,
  placeFor,
  presenceFor,
  seesIncognito,
  seesPresence,
  type Facts,
} from './policy.ts';
export { chatIsListed, findFacts } from './store.ts';
