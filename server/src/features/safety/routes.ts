import * as formerCalls from '@herenow/contract/former-chats';
import * as calls from '@herenow/contract/safety';
import * as dateCalls from '@herenow/contract/shared-dates';
import * as suspendedCalls from '@herenow/contract/suspended';
import type { Mount } from '../../http/mount.ts';
import { FORGET_SEEN, type AccountsFeature } from '../accounts/index.ts';
import type { SharedDates } from './dates.ts';
import type { SafetyService } from './service.ts';

export function safetyRoutes(
  mount: Mount,
  features: { safety: SafetyService; sharedDates: SharedDates; accounts: AccountsFeature },
): void {
  const { safety, sharedDates, accounts } = features;

  mount(calls.blockUser, ({ caller, body }) => safety.block(caller.userId, body.userToBlockId));

  mount(calls.unblockUser, ({ caller, body }) => safety.unblock(caller.userId, body.userToBlockId));

  mount(calls.listBlockedUsers, ({ caller }) => safety.listBlocked(caller.userId));

  mount(formerCalls.listFormerChats, ({ caller }) => safety.listFormer(caller.userId));

  mount(calls.reportUser, ({ caller, body, client }) => safety.report(caller, body, client));

  mount(suspendedCalls.listFormerChatsSuspended, ({ body }) => safety.listFormerSuspended(body.pass));
  mount(suspendedCalls.reportSuspended, ({ body }) => safety.reportSuspended(body));
  mount(suspendedCalls.deleteSuspended, async ({ body, setHeader }) => {
    await accounts.accounts.delete(await safety.requireSuspended(body.pass));
    setHeader(...FORGET_SEEN);
  });

  mount(dateCalls.listSharedDates, ({ caller }) => sharedDates.list(caller.userId));
  mount(dateCalls.shareDate, ({ caller, body }) => sharedDates.share(caller.userId, body));
  mount(dateCalls.endSharedDate, ({ caller, params }) => sharedDates.end(caller.userId, params.dateId));
  mount(dateCalls.readSharedDate, ({ body }) => sharedDates.read(body.token));
}
