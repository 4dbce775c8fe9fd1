import * as calls from '@herenow/contract/safety';
import type { Mount } from '../../http/mount.ts';
import type { SafetyService } from './service.ts';

export function safetyRoutes(mount: Mount, { safety }: { safety: SafetyService }): void {
  mount(calls.blockUser, ({ caller, body }) => safety.block(caller.userId, body.userToBlockId));

  mount(calls.unblockUser, ({ caller, body }) => safety.unblock(caller.userId, body.userToBlockId));

  mount(calls.listBlockedUsers, ({ caller }) => safety.listBlocked(caller.userId));

  mount(calls.reportUser, ({ caller, body, client }) => safety.report(caller, body, client));
}
