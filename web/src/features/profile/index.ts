export { otherUserOptions } from './others.ts';
export { refreshLocation, refreshMe, saveMe, type ProfileChanges } from './own.ts';
export { commonIdeas, shownIdeas } from './shown-ideas.ts';
