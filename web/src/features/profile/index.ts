export { otherUserOptions } from './others.ts';
export { cardOf, SetupCard, SetupPreview } from './components/setup-preview.tsx';
export { ifMade, myId, refreshMe, saveMe, takeMe } from './own.ts';
export { commonIdeas, shownIdeas } from './shown-ideas.ts';
export { useFreshMe } from './use-fresh-me.ts';
