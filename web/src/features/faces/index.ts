export { poseWords } from './words.ts';
