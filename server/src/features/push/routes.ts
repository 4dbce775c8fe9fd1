import * as calls from '@herenow/contract/push';
import type { Mount } from '../../http/mount.ts';
import type { PushService } from './service.ts';

export function pushRoutes(mount: Mount, { push }: { push: PushService }): void {
  mount(calls.addFcmToken, ({ caller, body }) => push.add(caller, body.fcmToken));

  mount(calls.removeFcmToken, ({ caller, body }) => push.remove(caller, body.fcmToken));

  mount(calls.getPushKey, async () => push.publicKey);
}
