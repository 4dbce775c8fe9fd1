import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../lib/session.ts';
import { refreshMe } from './own.ts';

/** Fetches the user's own record again for a page that shows it, which may open before the realtime channel does. */
export function useFreshMe(): void {
  useQuery({ queryKey: ['me', useMe().id], queryFn: refreshMe });
}
