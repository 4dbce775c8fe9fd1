export { useWaitingCount } from './queries.ts';
export { useLiveChats } from './use-live-chats.ts';
