export { isKnownTo, isVisibleTo, sessionFor } from './policy.ts';
export { chatIsListed, findFacts } from './store.ts';
