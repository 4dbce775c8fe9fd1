import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { emit } from '../lib/window-events.ts';

const RETRY_MS = 3000;

/**
 * Returns a component whose code loads when it is first rendered. Until then it renders `waiting`; if loading fails,
 * for example in a tunnel, it retries, and the page around it stays. If it is `open`, the user is waiting for it, and
 * the first failure is reported.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting?: ReactNode,
): ComponentType<Props & { open?: boolean }> {
  let known: ComponentType<Props> | undefined;
  return function Later(props: Props & { open?: boolean }) {
    const [Part, setPart] = useState(() => known);
    const { open } = props;
    useEffect(() => {
      if (Part) return undefined;
      let over = false;
      let tell = open;
      const ask = () =>
        over ||
        void load().then(
          (module) => {
            known = module.default;
            if (!over) setPart(() => known);
          },
          () => {
            if (tell && !over) emit('partFailed');
            tell = false;
            setTimeout(ask, RETRY_MS);
          },
        );
      ask();
      return () => {
        over = true;
      };
    }, [Part, open]);
    return Part ? <Part {...props} /> : waiting;
  };
}

/**
 * Returns the same for a component that is closed at first: its code loads once it is opened, and it stays mounted so
 * that it can close with an animation.
 */
export function onceOpen<Props extends { open: boolean }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part = later(load);
  return function OnceOpen(props: Props) {
    const [wanted, setWanted] = useState(props.open);
    if (props.open && !wanted) setWanted(true);
    return wanted ? <Part {...props} /> : null;
  };
}
