import { REACTIONS } from '@herenow/contract/constants';
import type { Chat, Message } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useConnected } from '../../../lib/realtime/index.ts';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { ActionMenu, type MenuItem } from '../../../ui/menu.tsx';
import { openReport } from '../../safety/index.ts';
import { deleteLater } from '../deletions.ts';
import { chooseMessage, messageAt, useChosenMessage } from '../parts-store.ts';
import { words } from '../parts-words.ts';
import { setReaction, useReactions } from '../reactions.ts';
import { isLive } from './other-presence.tsx';

export interface MessageActs {
  onReply: (message: Message) => void;
  onEdit: (message: Message) => void;
}

const HOLD_MS = 500;
const SLACK_PX = 10;

export const bubbleOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-message="${CSS.escape(id)}"] [data-bubble]`);

/** The menu button beside the bubble, if it is visible. */
function moreOf(id: string): HTMLElement | null {
  const more = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"] [aria-haspopup]`);
  return more?.offsetParent ? more : null;
}

/** The menu of a message, opened by a long press, a right click or the button beside it. */
export function MessageMenu(props: MessageActs & { chat: Chat; messages: readonly Message[] }) {
  const id = useChosenMessage();
  usePress();
  const message = props.messages.find((one) => one.id === id && !one.deleted);
  return message && <Open key={message.id} {...props} message={message} />;
}

type OpenProps = MessageActs & { chat: Chat; message: Message };

function Open({ chat, message, onReply, onEdit }: OpenProps) {
  const user = useMe();
  const me = user.id;
  // A paused chat takes neither messages nor reactions.
  const live = isLive(chat, user, useNow());
  const client = useQueryClient();
  // Deleting needs the realtime channel.
  const connected = useConnected();
  const own = useReactions(message, me).find(({ userId }) => userId === me)?.reaction;
  const row = REACTIONS.map((reaction): MenuItem => {
    const again = own === reaction;
    return {
      label: again ? words.takeBack(reaction) : words.react(reaction),
      icon: reaction,
      chosen: again,
      onSelect: () => setReaction(client, message, again ? null : reaction),
    };
  });
  const change: MenuItem[] =
    message.senderId === me
      ? [
          { label: words.edit, onSelect: () => onEdit(message), movesFocus: true, disabled: !live },
          {
            label: connected ? words.delete : words.deleteNeedsConnection,
            onSelect: () => {
              deleteLater(message);
              // The button has unmounted together with the actions.
              requestAnimationFrame(() => bubbleOf(message.id)?.focus());
            },
            movesFocus: true,
            disabled: !connected,
            danger: true,
          },
        ]
      : [{ label: words.report, onSelect: () => reportMessage(message), movesFocus: true }];
  return (
    <ActionMenu
      label={words.messageActions}
      open
      onOpenChange={(open) => !open && chooseMessage(undefined)}
      anchor={bubbleOf(message.id)}
      returnTo={() => moreOf(message.id)}
      row={live ? row : undefined}
      items={[
        { label: words.reply, onSelect: () => onReply(message), movesFocus: true, disabled: !live },
        { label: words.copy, onSelect: () => void copyText(message.content, words.notCopied) },
        ...change,
      ]}
    />
  );
}

function reportMessage({ id, senderId, senderUsername }: Message): void {
  openReport({
    userId: senderId,
    name: senderUsername,
    fromChat: true,
    messageId: id,
    leaveTo: '/chats',
  });
}

/** Opens the menu of the bubble on which a finger or button has rested for 500 ms without moving. */
function usePress(): void {
  const open = useEffectEvent((target: EventTarget | null) => {
    const id = messageAt(target);
    if (id) chooseMessage(id);
    return id !== undefined;
  });
  useEffect(() => {
    const list = document.querySelector<HTMLElement>('[role=log]');
    if (!list) return;
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let press: PointerEvent | undefined;
    let held = false;
    const cancel = () => {
      clearTimeout(timer);
      press = undefined;
    };
    const hold = () => {
      if (press) held = open(press.target);
      cancel();
    };
    list.addEventListener(
      'pointerdown',
      (event) => {
        cancel();
        held = false;
        if (event.button !== 0) return;
        press = event;
        timer = setTimeout(hold, HOLD_MS);
      },
      { signal },
    );
    list.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (press && Math.hypot(clientX - press.clientX, clientY - press.clientY) > SLACK_PX) cancel();
      },
      { signal },
    );
    list.addEventListener(
      'pointerup',
      // On a busy page the timer begins late, and may be behind the end of the press.
      ({ timeStamp }) => (press && timeStamp - press.timeStamp >= HOLD_MS ? hold() : cancel()),
      { signal },
    );
    for (const name of ['pointercancel', 'pointerleave'] as const)
      list.addEventListener(name, cancel, { signal });
    // Lifting the finger after a hold must not click a link below it, nor close the menu as a click outside.
    list.addEventListener('touchend', (event) => held && event.preventDefault(), { signal, passive: false });
    return () => {
      cancel();
      stop.abort();
    };
  }, []);
}
