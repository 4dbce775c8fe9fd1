export { refreshLocation, refreshMe, saveMe, type ProfileChanges } from './own.ts';
