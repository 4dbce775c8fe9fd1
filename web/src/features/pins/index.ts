export { useAnswerPin, usePin } from './queries.ts';
