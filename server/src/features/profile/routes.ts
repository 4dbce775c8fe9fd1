import * as calls from '@herenow/contract/profile';
import type { Mount } from '../../http/mount.ts';
import type { ProfileService } from './service.ts';

export function profileRoutes(mount: Mount, profile: ProfileService): void {
  mount(calls.getUser, ({ params, caller }) =>
    params.id === caller.userId ? profile.getOwn(caller.userId) : profile.getOther(caller.userId, params.id),
  );
  mount(calls.updateUser, ({ body, caller }) => profile.update(caller.userId, body));
  mount(calls.updateLocation, ({ body, caller, client }) => profile.move(caller.userId, body, client));
}
