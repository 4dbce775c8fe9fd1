import type { BlockedUser } from '@herenow/contract/entities';
import { unblockUser } from '@herenow/contract/safety';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { takeAnswer } from '../../lib/take-answer.ts';
import { emit } from '../../lib/window-events.ts';
import { ifMade } from '../profile/index.ts';
import { blockedKey, rememberBlocked } from './queries.ts';

export function useUnblock() {
  const me = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userToBlockId: string) =>
      api(unblockUser, { body: { userId: me.id, userToBlockId } }).catch(
        ifMade(({ blockedUsers }) => !blockedUsers.includes(userToBlockId)),
      ),
    onSuccess: (_, id) => {
      rememberBlocked((ids) => ids.filter((one) => one !== id));
      emit('unblocked', id);
      takeAnswer<BlockedUser[]>(client, blockedKey(me.id), (list) => list?.filter((one) => one.id !== id));
    },
  });
}
