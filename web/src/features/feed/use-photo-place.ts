import { useEffect, useState } from 'react';
import { queryClient } from '../../lib/query-client.ts';

/**
 * The place of a carousel, which begins where the last one with this id was left, such as the profile that a card has
 * opened. Kept with all that goes when the next user signs in.
 */
export function usePhotoPlace(id: string) {
  const place = useState(() => queryClient.getQueryData<number>([id]) ?? 0);
  useEffect(() => void queryClient.setQueryData([id], place[0]));
  return place;
}
