import * as calls from '@herenow/contract/profile';
import type { Mount } from '../../http/mount.ts';
import type { ProfileService } from './service.ts';

export function profileRoutes(mount: Mount, profile: ProfileService): void {
  mount(calls.getUser, ({ params, caller }) =>
    params.id === caller.userId ? profile.getOwn(caller) : profile.getOther(caller, params.id),
  );
  mount(calls.updateUser, ({ body, caller }) => profile.update(caller, body));
  mount(calls.updateLocation, ({ body, caller }) => profile.move(caller, body));
}
