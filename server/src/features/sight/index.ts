export { isInFeedOf, isKnownTo, isVisibleTo, presenceFor } from './policy.ts';
export { chatIsListed, findFacts } from './store.ts';
