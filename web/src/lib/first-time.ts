import { useEffect, useState } from 'react';
import { deviceStore } from './storage.ts';

const keyOf = (name: string) => `hint:${name}`;

/** Whether what is shown now was never shown on this device; from then on it was. `ready`: it is shown now. */
export function useFirstTime(name: string, ready = true): boolean {
  const [first] = useState(() => deviceStore.read(keyOf(name)) === null);
  useEffect(() => {
    if (ready) deviceStore.write(keyOf(name), 'shown');
  }, [name, ready]);
  return first && ready;
}
