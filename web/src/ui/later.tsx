import { useEffect, useState, type ComponentType } from 'react';

const RETRY_MS = 3000;

/**
 * A part of a page whose code comes when it is first wanted. Until then nothing stands in its place; where it does not
 * come, as in a tunnel, it is asked for again and again, and the page around it stands all the while.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (Part) return undefined;
      let timer: ReturnType<typeof setTimeout>;
      let over = false;
      const ask = () =>
        void load().then(
          (module) => {
            known = module.default;
            if (!over) setPart(() => known);
          },
          () => {
            if (!over) timer = setTimeout(ask, RETRY_MS);
          },
        );
      ask();
      return () => {
        over = true;
        clearTimeout(timer);
      };
    }, [Part]);
    return Part ? <Part {...props} /> : null;
  };
}
