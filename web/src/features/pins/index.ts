export { closeMoment, openMoment, useMoment } from './moment-store.ts';
export { answerPin, usePin } from './queries.ts';
