import { memo } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { useNear } from '../../../ui/use-near.ts';
import type { MessageGroup } from '../groups.ts';
import { dayLabel } from '../time.ts';
import { MessageBubble } from './message-bubble.tsx';

interface Props {
  group: MessageGroup;
  /** Rendered in full from the start instead of only when it comes near the viewport. */
  atOnce: boolean;
  me: string;
}

/** A group of messages. Far from the viewport only a placeholder of the same height is rendered. */
export const MessageGroupView = memo(function MessageGroupView(props: Props) {
  const { group, atOnce, me } = props;
  const { ref, near, height } = useNear<HTMLElement>(atOnce);
  if (!near) return <section ref={ref} data-group={group.key} style={{ height }} className="shrink-0" />;
  return (
    <section ref={ref} data-group={group.key} className="shrink-0">
      {group.startsDay && <Day time={group.messages[0]?.sentAt ?? ''} />}
      <ol className="flex flex-col gap-1">
        {group.messages.map((message, at) => (
          <MessageBubble
            key={message.id}
            message={message}
            mine={message.senderId === me}
            last={at === group.messages.length - 1}
          />
        ))}
      </ol>
    </section>
  );
}, isSame);

/** The heading of a day; rendered with the clock, since today becomes yesterday at midnight. */
function Day({ time }: { time: string }) {
  const now = useNow();
  return <h2 className="my-3 text-center text-caption font-semibold text-soft">{dayLabel(time, now)}</h2>;
}

/** Groups are recomputed with every message; one with the same messages need not render again. */
function isSame(before: Props, after: Props): boolean {
  const { group: one, ...others } = before;
  const { group: other, ...more } = after;
  return (
    one.startsDay === other.startsDay &&
    one.messages.length === other.messages.length &&
    one.messages.every((message, at) => message === other.messages[at]) &&
    others.me === more.me
  );
}
