import * as calls from '@herenow/contract/appeals';
import type { Mount } from '../../http/mount.ts';
import type { Appeals } from './appeals.ts';

export function appealRoutes(mount: Mount, { appeals }: { appeals: Appeals }): void {
  mount(calls.getDecision, ({ body }) => appeals.getDecision(body.token));

  mount(calls.appeal, ({ body }) => appeals.appeal(body));

  mount(calls.listAppeals, ({ caller }) => appeals.list(caller.userId));

  mount(calls.getRemovedEvidence, ({ caller, params }) =>
    appeals.getRemovedEvidence(caller.userId, params.appealId),
  );

  mount(calls.decideAppeal, ({ caller, params, body }) =>
    appeals.decide(caller.userId, params.appealId, body),
  );
}
