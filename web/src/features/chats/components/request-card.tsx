import type { Chat } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useRef } from 'react';
import { isStatus } from '../../../lib/api-error.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { photoAt } from '../../../ui/photo.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { useAnswerPin } from '../../pins/index.ts';
import { chatsKey } from '../keys.ts';
import { chatsAfterNotification } from '../live.ts';
import { otherOf, updateChats } from '../queries.ts';
import { words } from '../words.ts';
import { distanceText, OtherPresence } from './chat-row.tsx';

/** A pin that waits for one's own answer. */
export function RequestCard({ chat, me, now }: { chat: Chat; me: string; now: number }) {
  const client = useQueryClient();
  const answer = useAnswerPin();
  const other = otherOf(chat, me, now);
  // The second tap of a double tap comes before anything is rendered.
  const deciding = useRef(false);
  const decide = (accept: boolean) => {
    if (deciding.current) return;
    deciding.current = true;
    answer.mutate(
      { chatId: chat.id, accept },
      {
        onSuccess: () => {
          const type = accept ? 'PIN_ACCEPT' : 'PIN_REJECT';
          updateChats(
            client,
            (chats) => chatsAfterNotification(chats, { type, chatId: chat.id }, me) ?? chats,
          );
        },
        // Withdrawn or answered elsewhere: the list tells what is true now.
        onError: (error) => {
          if (isStatus(error, 400, 403, 409)) void client.invalidateQueries({ queryKey: chatsKey });
        },
        onSettled: () => {
          deciding.current = false;
        },
      },
    );
  };
  const busy = (accept: boolean) => answer.isPending && answer.variables.accept === accept;
  return (
    <Card className="flex flex-col gap-4 shadow-float">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar photo={photoAt(other.photoUrl)} name="" size="large" />
        <div className="min-w-[min(9rem,100%)] flex-1">
          <p className="flex text-body font-semibold">
            <bdi className="truncate">{other.name}</bdi>
            <span className="shrink-0 font-normal tabular">, {other.age}</span>
          </p>
          <p className="truncate text-small text-soft">{words.request(other.name)}</p>
          <p className="flex items-center gap-2 text-caption text-soft tabular">
            <span>{distanceText(chat.distance)}</span>
            <span aria-hidden="true">·</span>
            <OtherPresence chat={chat} now={now} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button
          variant="ghost"
          size="medium"
          aria-label={words.reject(other.name)}
          busy={busy(false)}
          icon={<X aria-hidden="true" className="size-4.5" />}
          onClick={() => decide(false)}
        >
          {words.rejectShort}
        </Button>
        <Button
          size="medium"
          aria-label={words.accept(other.name)}
          busy={busy(true)}
          icon={<Check aria-hidden="true" className="size-4.5" />}
          onClick={() => decide(true)}
        >
          {words.acceptShort}
        </Button>
      </div>
      <InlineError>{answer.isError && words.answerFailed}</InlineError>
    </Card>
  );
}
