import * as calls from '@herenow/contract/profile';
import type { Mount } from '../../http/mount.ts';
import type { PlacesService } from '../places/index.ts';
import type { ProfileService } from './service.ts';

export function profileRoutes(
  mount: Mount,
  { profile, places }: { profile: ProfileService; places: PlacesService },
): void {
  mount.admitting(calls.getUser, async ({ params, admission }) => {
    if (params.id === admission.caller.userId) return await profile.showOwn(admission);
    await admission.settleAlone();
    return await profile.getOther(admission.caller, params.id);
  });
  mount(calls.updateUser, ({ body, caller }) => profile.update(caller, body));
  mount.admitting(calls.updateLocation, ({ body, admission }) => places.move(admission, body));
}
