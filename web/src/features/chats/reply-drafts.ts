import type { Message } from '@herenow/contract/entities';
import { useEffect } from 'react';
import { readMessageDraft, writeMessageDraft } from './message-drafts.ts';

const keyOf = (chatId: string) => `${chatId}reply`;

export function leftReply(chatId: string, messages: readonly Message[]): Message | undefined {
  const id = readMessageDraft(chatId) && readMessageDraft(keyOf(chatId));
  return id ? messages.find((message) => message.id === id && !message.deleted) : undefined;
}

/** Stores with the draft of a chat which message it replies to, if any: a reply that was given up is none later. */
export function useKeptReply(chatId: string, replyTo = ''): void {
  const key = keyOf(chatId);
  useEffect(() => {
    if (readMessageDraft(key) !== replyTo) writeMessageDraft(key, replyTo);
  }, [key, replyTo]);
}
