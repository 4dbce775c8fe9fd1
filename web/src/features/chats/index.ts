export { AcceptedMoment } from './components/accepted-moment.tsx';
export { isRequest, useChatWith, useWaitingCount } from './queries.ts';
export { useAnswer } from './use-answer.ts';
export { useLiveChats } from './use-live-chats.ts';
