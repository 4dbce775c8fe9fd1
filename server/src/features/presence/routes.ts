import type { OwnUser } from '@herenow/contract/entities';
import * as calls from '@herenow/contract/presence';
import type { Caller, Mount } from '../../http/mount.ts';
import type { PresenceService } from './service.ts';

export function presenceRoutes(
  mount: Mount,
  options: { presence: PresenceService; ownUser(caller: Caller): Promise<OwnUser> },
): void {
  const { presence, ownUser } = options;

  mount(calls.goOnline, async ({ body, caller }) => {
    await presence.open(caller, { ...body, status: 'online' });
    return await ownUser(caller);
  });

  mount(calls.goIncognito, async ({ body, caller }) => {
    await presence.open(caller, { ...body, status: 'incognito' });
    return await ownUser(caller);
  });

  mount(calls.goOffline, async ({ caller }) => {
    await presence.close(caller.userId);
    return await ownUser(caller);
  });
}
