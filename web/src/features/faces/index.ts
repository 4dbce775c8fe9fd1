export { useDecide, useFace, useFaces, type Decision } from './queries.ts';
export { poseWords } from './words.ts';
