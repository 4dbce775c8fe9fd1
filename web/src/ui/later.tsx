import { useEffect, useState, type ComponentType } from 'react';

const RETRY_MS = 3000;

/**
 * Returns a component whose code loads when it is first rendered. Until then it renders nothing; if loading fails,
 * for example in a tunnel, it retries, and the page around it stays.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (Part) return undefined;
      let over = false;
      const ask = () =>
        over ||
        void load().then(
          (module) => {
            known = module.default;
            if (!over) setPart(() => known);
          },
          () => setTimeout(ask, RETRY_MS),
        );
      ask();
      return () => {
        over = true;
      };
    }, [Part]);
    return Part ? <Part {...props} /> : null;
  };
}
