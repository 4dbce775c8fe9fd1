import * as appealCalls from '@herenow/contract/appeals';
import * as calls from '@herenow/contract/moderation';
import * as sealedCalls from '@herenow/contract/sealed-cases';
import type { Mount } from '../../http/mount.ts';
import type { Appeals } from './appeals.ts';
import type { ModerationService } from './service.ts';

export function moderationRoutes(
  mount: Mount,
  { moderation, appeals }: { moderation: ModerationService; appeals: Appeals },
): void {
  mount(calls.listCases, ({ caller, query }) => moderation.listCases(caller.userId, query));

  mount(calls.getCase, ({ caller, params }) => moderation.getCase(caller.userId, params.userId));

  mount(calls.holdCase, ({ caller, params, body }) =>
    moderation.holdCase(caller.userId, params.userId, body.hold),
  );

  mount(calls.getModerationSummary, ({ caller }) => moderation.getSummary(caller.userId));

  mount(calls.getModerationStatistics, ({ caller, query }) =>
    moderation.getStatistics(caller.userId, query.days),
  );

  mount(calls.exportModerationLog, ({ caller, query }) => moderation.exportLog(caller.userId, query));

  mount(sealedCalls.listSealedCases, async ({ caller, query, linkTo }) => {
    const { cases, more } = await moderation.listSealedCases(caller.userId, query.after);
    if (more) linkTo('next', { after: cases.at(-1)!.id });
    return cases;
  });

  mount(sealedCalls.closeSealedCase, ({ caller, params, body }) =>
    moderation.closeSealedCase(caller.userId, params.caseId, body),
  );

  mount(calls.listModerationLog, ({ caller, query }) => moderation.listLog(caller.userId, query));

  mount(calls.moderateMany, ({ caller, body }) => moderation.actOnMany(caller.userId, body));

  mount(calls.moderate, ({ caller, params, body }) => moderation.act(caller.userId, params.userId, body));

  mount(appealCalls.getDecision, ({ body }) => appeals.getDecision(body.token));

  mount(appealCalls.appeal, ({ body }) => appeals.appeal(body));

  mount(appealCalls.listAppeals, ({ caller }) => appeals.list(caller.userId));

  mount(appealCalls.getRemovedEvidence, ({ caller, params }) =>
    appeals.getRemovedEvidence(caller.userId, params.appealId),
  );

  mount(appealCalls.decideAppeal, ({ caller, params, body }) =>
    appeals.decide(caller.userId, params.appealId, body),
  );
}
