export { answerPin, useAnswerPin, usePin } from './queries.ts';
