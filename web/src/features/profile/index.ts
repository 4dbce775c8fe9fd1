export { otherUserOptions } from './others.ts';
export { refreshMe, saveMe, type ProfileChanges } from './own.ts';
export { commonIdeas, shownIdeas } from './shown-ideas.ts';
