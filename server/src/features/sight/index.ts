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
export { rejectedSql, rejectersSql } from './rejections-sql.ts';
export { chatIsListed, findFacts } from './store.ts';
