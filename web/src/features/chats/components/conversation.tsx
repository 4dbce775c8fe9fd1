import type { Chat, Message } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { sendRealtime } from '../../../lib/realtime/index.ts';
import { useMe } from '../../../lib/session.ts';
import { useWithheld } from '../../../lib/undo.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { whenIdle } from '../../../first-paint/when-idle.ts';
import { useWindowEvent } from '../../../lib/window-events.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ConversationSkeleton } from '../../../ui/conversation-skeleton.tsx';
import { isActive, openVisibility } from '../../presence/index.ts';
import { afterReaction } from '../live-reactions.ts';
import { otherOf, updateMessages, useMessages } from '../queries.ts';
import { loadParts, useParts } from '../load-parts.ts';
import { queueMessage, useUnsent } from '../unsent.ts';
import { useTyping } from '../use-typing.ts';
import { words } from '../words.ts';
import { isHere } from './other-presence.tsx';
import { Composer } from './composer.tsx';
import { MessageList, UnsentMessages } from './message-list.tsx';

const NONE: readonly Message[] = [];

/** What the composer holds besides a new message. */
interface About {
  edit?: Message;
  reply?: Message | undefined;
}

/** The messages of an accepted chat and the composer. */
export function Conversation({ chat }: { chat: Chat }) {
  const me = useMe();
  const history = useMessages(chat.id);
  const messages = useWithoutDeleted(history.data?.messages ?? NONE);
  const unsent = useUnsent(chat.id);
  const other = otherOf(chat, me.id);
  const typing = useTyping(chat.id, other.id);
  // The edit or reply in the composer.
  const [about, setAbout] = useState<About>({});
  const parts = useParts();
  const client = useQueryClient();
  useEffect(() => whenIdle(() => loadParts()), []);
  useWindowEvent('reaction', (change) =>
    updateMessages(client, change.chatId, (messages) => afterReaction(messages, change)),
  );
  // The message that is replied to may be edited or deleted meanwhile; deleting it ends the reply.
  const reply = messages.find(({ id }) => id === about.reply?.id) ?? about.reply;
  const replying = reply?.deleted ? undefined : reply;
  const onOlder = useStable(() => void history.loadOlder());

  if (history.isFetchedAfterMount && !history.data) {
    return (
      <ErrorState
        page
        title={words.messagesFailed}
        busy={history.isFetching}
        onRetry={() => void history.refetch()}
      />
    );
  }
  return (
    <>
      <div className="relative flex min-h-0 flex-1 flex-col">
        {history.data ? (
          <>
            <MessageList
              messages={messages}
              unsent={unsent}
              me={me.id}
              complete={history.data.complete}
              loadingOlder={history.loadingOlder}
              onOlder={onOlder}
              typingName={typing ? other.name : undefined}
            />
            {parts && (
              <parts.ConversationParts
                chat={chat}
                name={other.name}
                me={me.id}
                messages={messages}
                complete={history.data.complete}
                loadOlder={history.loadOlder}
                editing={about.edit?.id}
                replyTo={replying?.id}
                onCancel={() => setAbout({})}
                onReply={(reply) => setAbout({ reply })}
                onEdit={(message) => setAbout({ edit: message })}
              />
            )}
          </>
        ) : (
          <ConversationSkeleton>
            <UnsentMessages unsent={unsent} />
          </ConversationSkeleton>
        )}
      </div>
      <Write chat={chat} other={other} about={{ ...about, reply: replying }} setAbout={setAbout} />
    </>
  );
}

interface WriteProps {
  chat: Chat;
  other: ReturnType<typeof otherOf>;
  about: About;
  setAbout: Dispatch<SetStateAction<About>>;
}

function Write({ chat, other: { id, name }, about: { edit, reply }, setAbout }: WriteProps) {
  const client = useQueryClient();
  const parts = useParts();
  return (
    <Writing chat={chat} name={name}>
      <Composer
        chatId={chat.id}
        editing={edit}
        replying={reply}
        onCancel={() => setAbout({})}
        onSend={(content) => {
          // Text typed from now on is the next message, even while the edit is still being saved.
          setAbout({});
          // The menu that starts an edit is part of the same lazily loaded code.
          if (edit) return void parts?.saveEdit(client, edit, content);
          queueMessage({
            chatId: chat.id,
            recipientId: id,
            recipientUsername: name,
            content,
            replyTo: reply?.id,
          });
        }}
        onTyping={() => sendRealtime('/app/chat.typing', { chatId: chat.id })}
      />
    </Writing>
  );
}

/** Shows messages that are about to be deleted as deleted. */
function useWithoutDeleted(messages: readonly Message[]): readonly Message[] {
  const withheld = useWithheld();
  return useMemo(
    () =>
      messages.some(({ id }) => withheld.has(id))
        ? messages.map((one) => (withheld.has(one.id) ? { ...one, deleted: true, content: '' } : one))
        : messages,
    [messages, withheld],
  );
}

/** The composer while both are active, else the reason why there is none. The only part that renders with the clock. */
function Writing({ chat, name, children }: { chat: Chat; name: string; children: ReactNode }) {
  const me = useMe();
  const now = useNow();
  const active = isActive(me, now);
  const open = active && isHere(chat, now);
  const wasOpen = useRef(open);
  const reason = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The focus was lost with the composer: the keyboard continues from here, and a screen reader reads the reason.
    if (wasOpen.current && document.activeElement === document.body) reason.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return (
    <>
      {open && children}
      {/* There all the time: screen readers announce what a region gets. */}
      <div role="status">
        {!open && (
          <div
            ref={reason}
            tabIndex={-1}
            className="flex flex-col items-center gap-3 border-t border-line px-5 pt-4 pb-[calc(env(safe-area-inset-bottom)+1rem)] text-center outline-none"
          >
            <p className="max-w-md text-small text-balance text-soft">
              {active ? words.otherOffline(name) : words.goVisibleToChat}
            </p>
            {!active && (
              <Button
                size="medium"
                onClick={() => openVisibility({ flow: 'main', returnTo: `/chat/${chat.id}` })}
              >
                {words.goVisible}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
}
