import * as calls from '@herenow/contract/pins';
import type { Mount } from '../../http/mount.ts';
import type { PinsService } from './service.ts';

export function pinRoutes(mount: Mount, { pins }: { pins: PinsService }): void {
  mount(calls.pinUser, ({ caller, body }) => pins.pin(caller, body.pinnedUserId));

  mount(calls.withdrawPin, ({ caller, body }) => pins.withdraw(caller.userId, body.pinnedUserId));

  mount(calls.acceptPin, ({ caller, params }) => pins.accept(caller.userId, params.chatId));

  mount(calls.rejectPin, ({ caller, params }) => pins.reject(caller.userId, params.chatId));
}
