import { useEffect, useState } from 'react';
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

type Props = {
  /** The key under which the device stores that it was shown. */
  name: string;
  /** One line. */
  text: string;
  okText: string;
  /** Whether what it explains is on the page. */
  ready: boolean;
  /** Renders in the flow of the page instead of over it. */
  inFlow?: boolean | undefined;
};

/**
 * Explains once per device what users may not find by themselves. Until closed, it covers the lower edge of the page,
 * or stays where it is rendered.
 */
export function Hint({ name, text, okText, ready, inFlow = false }: Props) {
  const first = useFirstTime(`first-${name}`, ready);
  const [closed, setClosed] = useState(false);
  return (
    <div role="status">
      {first && !closed && (
        <div
          className={cx(
            'flex justify-center',
            inFlow
              ? 'px-3 pb-3'
              : 'above-foot pointer-events-none fixed inset-x-0 bottom-[calc(var(--bar,5rem)+env(safe-area-inset-bottom)+0.75rem)] z-30 gutter lg:ps-60',
          )}
        >
          <div className="pointer-events-auto flex min-h-13 w-full max-w-sm animate-[fade-in_200ms_ease-out] items-center gap-2 rounded-field bg-quiet py-1 ps-4 pe-1.5 text-on-quiet shadow-float">
            <p className="min-w-0 flex-1 text-small font-medium">{text}</p>
            <button
              type="button"
              onClick={() => setClosed(true)}
              className="min-h-11 shrink-0 rounded-small px-4 text-small font-bold underline-offset-4 hover:underline focus-visible:outline-current"
            >
              {okText}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
