import type { OwnUser } from '@herenow/contract/entities';
import * as calls from '@herenow/contract/presence';
import type { Mount } from '../../http/mount.ts';
import type { PresenceService } from './service.ts';

export function presenceRoutes(
  mount: Mount,
  options: { presence: PresenceService; ownUser(userId: string): Promise<OwnUser> },
): void {
  const { presence, ownUser } = options;

  mount(calls.goOnline, async ({ body, caller }) => {
    await presence.open(caller.userId, { ...body, status: 'online' });
    return await ownUser(caller.userId);
  });

  mount(calls.goIncognito, async ({ body, caller }) => {
    await presence.open(caller.userId, { ...body, status: 'incognito' });
    return await ownUser(caller.userId);
  });

  mount(calls.goOffline, async ({ caller }) => {
    await presence.close(caller.userId);
    return await ownUser(caller.userId);
  });
}
