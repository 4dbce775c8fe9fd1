export { isInFeedOf, isKnownTo, isVisibleTo, presenceFor, type Facts } from './policy.ts';
export { chatIsListed, findFacts } from './store.ts';
