import type { Message } from '@herenow/contract/entities';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { setSearching } from '../parts-store.ts';
import { words } from '../parts-words.ts';
import { wantMessage } from './message-quote.tsx';

interface Props {
  messages: readonly Message[];
  complete: boolean;
  loadOlder: () => Promise<void>;
}

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Searches on the device: loaded messages at once, older pages as they load. */
export function ChatSearch({ messages, complete, loadOlder }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [text, setText] = useState('');
  const query = fold(useDeferredValue(text).trim());
  const found = useMemo(
    () =>
      query === ''
        ? []
        : messages.filter(({ deleted, content }) => !deleted && fold(content).includes(query)).toReversed(),
    [messages, query],
  );
  /** The id of the match that is read: newer and older ones may come. */
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    0,
    found.findIndex(({ id }) => id === chosen),
  );
  const [failed, setFailed] = useState(false);
  const looking = query !== '' && !complete && !failed;

  const more = useEffectEvent(() => void loadOlder().catch(() => setFailed(true)));
  useEffect(() => {
    if (looking) more();
  }, [looking, messages]);
  const go = (to: number) => {
    const next = found[to];
    if (!next) return;
    setChosen(next.id);
    wantMessage(next.id);
  };
  const begin = useEffectEvent(() => {
    setFailed(false);
    go(0);
  });
  const some = found.length > 0;
  useEffect(() => begin(), [query, some]);

  return (
    <div role="search" className="chat-search">
      <div>
        <input
          type="search"
          dir="auto"
          ref={field}
          autoComplete="off"
          aria-label={words.search}
          placeholder={words.search}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setSearching(false);
            if (event.key === 'Enter') go(event.shiftKey ? at - 1 : at + 1);
          }}
        />
        <p role="status" className="text-caption text-soft tabular">
          {query !== '' &&
            (found.length > 0
              ? words.found(at + 1, found.length)
              : looking
                ? words.searchingOlder
                : failed
                  ? words.searchFailed
                  : words.nothing)}
        </p>
      </div>
      {/* Disabling the button that was pressed would drop the focus. */}
      <IconButton
        label={words.previous}
        icon={<ChevronUp className="size-5" />}
        aria-disabled={at >= found.length - 1}
        onClick={() => go(at + 1)}
      />
      <IconButton
        label={words.next}
        icon={<ChevronDown className="size-5" />}
        aria-disabled={at === 0}
        onClick={() => go(at - 1)}
      />
      <IconButton
        label={words.closeSearch}
        icon={<X className="size-5" />}
        onClick={() => setSearching(false)}
      />
    </div>
  );
}
