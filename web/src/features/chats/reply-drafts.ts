import type { Message } from '@herenow/contract/entities';
import { useEffect, useRef } from 'react';
import { readMessageDraft, writeMessageDraft } from './message-drafts.ts';

const keyOf = (chatId: string) => `${chatId}reply`;

export function leftReply(chatId: string, messages: readonly Message[]): Message | undefined {
  const id = readMessageDraft(chatId) && readMessageDraft(keyOf(chatId));
  return id ? messages.find((message) => message.id === id && !message.deleted) : undefined;
}

/** Stores with the draft of a chat which message it replies to, from the first change on. */
export function useKeptReply(chatId: string, replyTo: string | undefined): void {
  const known = useRef(replyTo);
  useEffect(() => {
    if (known.current !== replyTo) writeMessageDraft(keyOf(chatId), replyTo ?? '');
    known.current = replyTo;
  }, [chatId, replyTo]);
}
