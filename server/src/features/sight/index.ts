export { isInFeedOf, isKnownTo, isVisibleTo, presenceFor, seesIncognito, type Facts } from './policy.ts';
export { chatIsListed, findFacts } from './store.ts';
