import { useEffect, useState, type Ref } from 'react';
import { deviceStore } from '../lib/storage.ts';
import { cx } from './cx.ts';

const keyOf = (name: string) => `hint:${name}`;

/** Returns whether this was never shown on this device before; stores that it was shown. `ready`: it is shown now. */
export function useFirstTime(name: string, ready = true): boolean {
  const [first] = useState(() => deviceStore.read(keyOf(name)) === null);
  useEffect(() => {
    if (ready) deviceStore.write(keyOf(name), 'shown');
  }, [name, ready]);
  return first && ready;
}

type SnackbarProps = {
  /** One line. */
  text: string;
  /** Whether a screen reader has read the text elsewhere. */
  read?: boolean;
  button: string;
  /** The keys that do the same as the button. */
  keys?: string;
  onPress: () => void;
  /** Covers the upper edge of the element around it instead of the lower edge of the page. */
  top?: boolean | undefined;
  ref?: Ref<HTMLDivElement>;
};

/** A bar of one line with a button, over the page: nothing moves. */
export function Snackbar({ text, read = false, button, keys, onPress, top, ref }: SnackbarProps) {
  return (
    <div
      ref={ref}
      className={cx(
        'pointer-events-none inset-x-0 flex justify-center',
        top
          ? 'absolute top-2 z-10 px-3'
          : 'above-foot fixed bottom-[calc(var(--bar,5rem)+env(safe-area-inset-bottom)+0.75rem)] z-30 gutter lg:ps-60',
      )}
    >
      <div className="pointer-events-auto flex min-h-13 w-full max-w-sm animate-[fade-in_200ms_ease-out] items-center gap-2 rounded-field bg-quiet py-1 ps-4 pe-1.5 text-on-quiet shadow-float">
        <p aria-hidden={read} className="min-w-0 flex-1 text-small font-medium">
          {text}
        </p>
        <button
          type="button"
          aria-keyshortcuts={keys}
          onClick={onPress}
          className="min-h-11 shrink-0 rounded-small px-4 text-small font-bold underline-offset-4 hover:underline focus-visible:outline-current"
        >
          {button}
        </button>
      </div>
    </div>
  );
}

type Props = Pick<SnackbarProps, 'text' | 'top'> & {
  /** The key under which the device stores that it was shown. */
  name: string;
  okText: string;
  /** Whether what it explains is on the page. */
  ready: boolean;
};

/** Explains once per device what users may not find by themselves, until closed. */
export function Hint({ name, okText, ready, ...bar }: Props) {
  const first = useFirstTime(`first-${name}`, ready);
  const [closed, setClosed] = useState(false);
  return (
    <div role="status">
      {first && !closed && <Snackbar {...bar} button={okText} onPress={() => setClosed(true)} />}
    </div>
  );
}
