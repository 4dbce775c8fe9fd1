export { closeMoment, openMoment, useMoment } from './moment-store.ts';
export { answerPin, useAnswerPin, usePin } from './queries.ts';
