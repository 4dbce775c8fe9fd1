import * as calls from '@herenow/contract/moderation';
import type { Mount } from '../../http/mount.ts';
import type { ModerationService } from './service.ts';

export function moderationRoutes(mount: Mount, { moderation }: { moderation: ModerationService }): void {
  mount(calls.listCases, ({ caller }) => moderation.listCases(caller.userId));

  mount(calls.listModerationLog, ({ caller, query }) => moderation.listLog(caller.userId, query));

  mount(calls.moderate, ({ caller, params, body }) => moderation.act(caller.userId, params.userId, body));
}
