import type { Chat, Message } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Hint } from '../../../ui/hint.tsx';
import { useLayer } from '../../../ui/layers.ts';
import { dropSaved, leaveEdit, takeEditsBack, unsavedEdit } from '../edits.ts';
import type { History } from '../queries.ts';
import { setSearching, useChosenMessage, useSearching } from '../parts-store.ts';
import { startReacting } from '../reactions.ts';
import { leftReply, useKeptReply } from '../reply-drafts.ts';
import { useAllRead } from '../use-all-read.ts';
import { words } from '../parts-words.ts';
import { ChatNews } from './chat-news.tsx';
import { ChatSearch } from './chat-search.tsx';
import './conversation-parts.css';
import { EndingBanner, endOf } from './ending-banner.tsx';
import { bubbleOf, MessageMenu, type MessageActs } from './message-menu.tsx';
import { useWantedMessage, wantMessage } from './message-quote.tsx';
import { LinkQuestion } from './message-text.tsx';
import { isLive } from './other-presence.tsx';

export { saveEdit } from '../edits.ts';
export { MessageQuote } from './message-quote.tsx';
export { MessageReactions } from './message-reactions.tsx';
export { hasLink, MessageText } from './message-text.tsx';

interface Props extends MessageActs {
  chat: Chat;
  name: string;
  me: string;
  messages: readonly Message[];
  complete: History['complete'];
  loadOlder: () => Promise<void>;
  /** The message that is being edited in the composer. */
  editing: string | undefined;
  /** The message that is being replied to in the composer. */
  replyTo: string | undefined;
  /** Ends the edit or the reply; the text of an edit is kept. */
  onCancel: () => void;
}

/** The lazily loaded parts of a conversation: menu, search, replies, reactions. */
export function ConversationParts(props: Props) {
  const { chat, name, complete, loadOlder, editing, replyTo, onCancel, ...acts } = props;
  const client = useQueryClient();
  useEffect(() => startReacting(client), [client]);
  const takeBack = useEffectEvent((message: Message) => {
    if (editing === undefined) acts.onEdit(message);
    return editing === undefined;
  });
  useEffect(() => takeEditsBack(chat.id, (message) => takeBack(message)), [chat.id]);
  const goOn = useEffectEvent(() => {
    const edit = unsavedEdit(acts.messages);
    const reply = leftReply(chat.id, acts.messages);
    if (edit) takeBack(edit);
    else if (reply) acts.onReply(reply);
  });
  useEffect(() => goOn(), [chat.id]);
  useKeptReply(chat.id, replyTo);
  const edited = acts.messages.find(({ id }) => id === editing);
  const { deleted, content } = edited ?? {};
  const endEdit = useEffectEvent(() => {
    leaveEdit(chat.id, editing ?? '');
    onCancel();
  });
  useEffect(() => {
    if (deleted) endEdit();
  }, [deleted]);
  // A page that was left has saved it after all, or another device says the same.
  const endSaved = useEffectEvent(() => {
    if (edited && dropSaved(edited)) onCancel();
  });
  useEffect(() => endSaved(), [editing, content]);
  useAllRead(chat, acts.messages, acts.me, loadOlder);
  const searching = useSearching();
  useLayer(editing !== undefined || replyTo !== undefined, onCancel);
  useLayer(searching, () => setSearching(false));
  useJump(acts.messages, complete, loadOlder);
  return (
    <>
      {searching && <ChatSearch messages={acts.messages} complete={complete} loadOlder={loadOlder} />}
      <ChatNews chat={chat} name={name} />
      <EndingBanner chat={chat} name={name} />
      <MessageMenu chat={chat} {...acts} />
      <LinkQuestion />
      <MenuHint chat={chat} some={acts.messages.length > 0 && !searching} />
      <span data-parts="" hidden />
    </>
  );
}

/** Tells of the menu once what it offers can be done, until it has been open. `some`: there are messages in sight. */
function MenuHint({ chat, some }: { chat: Chat; some: boolean }) {
  const me = useMe();
  const now = useNow();
  // The banner of the end has the same place.
  const free = isLive(chat, me, now) && !endOf(chat, me, now);
  const open = useChosenMessage() !== undefined;
  const [known, setKnown] = useState(false);
  if (open && !known) setKnown(true);
  const text = words.hint(matchMedia('(hover: hover)').matches);
  return <Hint top name="chat" text={text} okText={words.hintOk} ready={some && free && (open || !known)} />;
}

/** Scrolls to the wanted message, loading older pages until it is there. */
function useJump(messages: readonly Message[], complete: boolean, loadOlder: () => Promise<void>): void {
  const id = useWantedMessage();
  const known = messages.some((message) => message.id === id);
  const older = useEffectEvent(() => void loadOlder().catch(() => wantMessage(undefined)));
  useEffect(() => {
    if (id === undefined) return undefined;
    if (!known) {
      if (complete) wantMessage(undefined);
      else older();
      return undefined;
    }
    return show(id, messages);
  }, [id, known, complete, messages]);
  useEffect(() => () => wantMessage(undefined), []);
}

/** Frames to wait for a distant group to render and for the list to come to rest with the message in view. */
const PATIENCE = 120;
const STILL = 4;

/** Scrolls to a message; a distant group is rendered first. Returns the function that cancels it. */
function show(id: string, messages: readonly Message[]): () => void {
  let frames = 0;
  let still = 0;
  const look = () => {
    const bubble = bubbleOf(id);
    const before = bubble?.getBoundingClientRect().top;
    const target = bubble ?? groupOf(id, messages);
    if (target) centre(target);
    // While older messages load, the list keeps its scroll position.
    still = bubble && bubble.getBoundingClientRect().top === before ? still + 1 : 0;
    frames += 1;
    if (still < STILL && frames < PATIENCE) {
      request = requestAnimationFrame(look);
      return;
    }
    bubble?.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: 600 });
    wantMessage(undefined);
  };
  let request = requestAnimationFrame(look);
  return () => cancelAnimationFrame(request);
}

/** Scrolls only the message list: `scrollIntoView` may scroll the page as well and move the header out of view. */
function centre(target: Element): void {
  const list = target.closest('[role=log]');
  if (!list) return;
  const [inner, outer] = [target.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollBy(0, inner.top + inner.height / 2 - outer.top - outer.height / 2);
}

/** A group has the key of its first message: the last group that begins at or before this one. */
function groupOf(id: string, messages: readonly Message[]): Element | undefined {
  const groups = new Map(
    [...document.querySelectorAll<HTMLElement>('[data-group]')].map((one) => [one.dataset['group'], one]),
  );
  for (let at = messages.findIndex((one) => one.id === id); at >= 0; at -= 1) {
    const group = groups.get(messages[at]?.id);
    if (group) return group;
  }
  return undefined;
}
