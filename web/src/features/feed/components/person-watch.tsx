import { DISTANCE_STEPS_KM, MAX_DISTANCE_KM } from '@herenow/contract/constants';
import { useEffect } from 'react';
import { useConnected } from '../../../lib/realtime/index.ts';
import { watchPerson } from '../watch.ts';

/**
 * Makes the server notify this tab of changes of a person whose profile was opened without a feed, for example by a
 * link or a reload.
 */
export default function PersonWatch({ distance }: { distance: number }) {
  const connected = useConnected();
  const reach = DISTANCE_STEPS_KM.find((km) => km > distance) ?? MAX_DISTANCE_KM;
  useEffect(() => {
    if (connected) watchPerson(reach);
  }, [connected, reach]);
  return null;
}
