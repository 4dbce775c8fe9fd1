import * as appeals from '@herenow/contract/appeals';
import * as moderation from '@herenow/contract/moderation';
import { getPulse } from '@herenow/contract/pulse';
import * as refusals from '@herenow/contract/refusals';
import * as sealedCases from '@herenow/contract/sealed-cases';
import * as suspended from '@herenow/contract/suspended-reports';
import { randomUUID } from 'node:crypto';
import { makeOperator } from '@herenow/testing/second-factor';
import type { TestApp } from '@herenow/testing/start-app';
import { readOperatorCommand } from '../src/features/moderation/index.ts';
import { anybody, everyone, live, OK } from './authorisation-answers.ts';
import type { Cast } from './authorisation-cast.ts';
import { row, type Row } from './authorisation-row.ts';

const NO_LINK = `404 ${refusals.linkOver.text}`;
export const NOTHING = '404 Not found';
export const NEEDS = 'by an operator without a second factor';
export const UNSECURED = live(
  `403 ${refusals.secondFactorNeeded.text}`,
  NOTHING,
  NOTHING,
  NOTHING,
  NOTHING,
  NOTHING,
);
export const operate = (app: TestApp, { ada }: Cast) => makeOperator(app, ada);
export const operateUnsecured = (app: TestApp, { ada }: Cast) =>
  readOperatorCommand(['add', ada.email])!(app.db, app.clock.now());

/** Operators' calls, and appeals. Columns: owner, partner, pending, stranger, blocked, blocker. */
export const DESK_ROWS: readonly Row[] = [
  ...[
    moderation.listCases,
    sealedCases.listSealedCases,
    moderation.listModerationLog,
    moderation.getModerationSummary,
    moderation.exportModerationLog,
    appeals.listAppeals,
  ].map((call) =>
    row(call, 'by an operator', live(OK, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING), () => ({}), {
      arrange: operate,
    }),
  ),
  row(moderation.listCases, 'by nobody', everyone(NOTHING), () => ({})),
  row(
    moderation.getModerationStatistics,
    'by an operator',
    live(OK, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING),
    () => ({ query: { days: 30 } }),
    { arrange: operate },
  ),
  row(
    getPulse,
    'by an operator',
    live(OK, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING),
    () => ({ query: { minutes: 60 } }),
    { arrange: operate },
  ),
  row(
    moderation.getCase,
    'by an operator',
    live(OK, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING),
    ({ actors }) => ({ params: { userId: actors.partner.person.id } }),
    { arrange: operate },
  ),
  row(
    moderation.holdCase,
    'by an operator',
    live(OK, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING),
    ({ actors }) => ({ params: { userId: actors.partner.person.id }, body: { hold: true } }),
    { arrange: operate },
  ),
  row(sealedCases.listSealedCases, 'by nobody', everyone(NOTHING), () => ({})),
  row(sealedCases.closeSealedCase, 'by nobody', everyone(NOTHING), () => ({
    params: { caseId: randomUUID() },
    body: { action: 'dismiss' as const },
  })),
  row(
    moderation.moderate,
    'the stranger, by an operator',
    live(OK, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING),
    ({ actors }) => ({ params: { userId: actors.stranger.person.id }, body: { action: 'warn' as const } }),
    { arrange: operate },
  ),
  row(
    moderation.moderate,
    'the operator',
    live('400 You cannot moderate yourself.', NOTHING, NOTHING, NOTHING, NOTHING, NOTHING),
    ({ ada }) => ({ params: { userId: ada.id }, body: { action: 'delete' as const } }),
    { arrange: operate },
  ),

  row(moderation.listCases, NEEDS, UNSECURED, () => ({}), { arrange: operateUnsecured }),
  row(sealedCases.listSealedCases, NEEDS, UNSECURED, () => ({}), { arrange: operateUnsecured }),
  row(moderation.listModerationLog, NEEDS, UNSECURED, () => ({}), { arrange: operateUnsecured }),
  row(moderation.getModerationSummary, NEEDS, UNSECURED, () => ({}), { arrange: operateUnsecured }),
  row(moderation.exportModerationLog, NEEDS, UNSECURED, () => ({}), { arrange: operateUnsecured }),
  row(moderation.getModerationStatistics, NEEDS, UNSECURED, () => ({ query: { days: 30 } }), {
    arrange: operateUnsecured,
  }),
  row(getPulse, NEEDS, UNSECURED, () => ({ query: { minutes: 60 } }), { arrange: operateUnsecured }),
  row(
    moderation.getCase,
    NEEDS,
    UNSECURED,
    ({ actors }) => ({ params: { userId: actors.partner.person.id } }),
    { arrange: operateUnsecured },
  ),
  row(
    moderation.holdCase,
    NEEDS,
    UNSECURED,
    ({ actors }) => ({ params: { userId: actors.partner.person.id }, body: { hold: true } }),
    { arrange: operateUnsecured },
  ),
  row(
    sealedCases.closeSealedCase,
    NEEDS,
    UNSECURED,
    () => ({ params: { caseId: randomUUID() }, body: { action: 'dismiss' as const } }),
    { arrange: operateUnsecured },
  ),
  row(
    moderation.moderate,
    NEEDS,
    UNSECURED,
    ({ actors }) => ({ params: { userId: actors.stranger.person.id }, body: { action: 'warn' as const } }),
    { arrange: operateUnsecured },
  ),
  row(
    moderation.moderateMany,
    'the stranger, by an operator',
    live(OK, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING),
    ({ actors }) => ({ body: { userIds: [actors.stranger.person.id], action: 'warn' as const } }),
    { arrange: operate },
  ),
  row(
    moderation.moderateMany,
    NEEDS,
    UNSECURED,
    ({ actors }) => ({ body: { userIds: [actors.stranger.person.id], action: 'warn' as const } }),
    { arrange: operateUnsecured },
  ),
  row(appeals.getRemovedEvidence, 'by nobody', everyone(NOTHING), () => ({
    params: { appealId: randomUUID() },
  })),
  row(appeals.listAppeals, NEEDS, UNSECURED, () => ({}), { arrange: operateUnsecured }),
  row(appeals.getRemovedEvidence, NEEDS, UNSECURED, () => ({ params: { appealId: randomUUID() } }), {
    arrange: operateUnsecured,
  }),
  row(
    appeals.decideAppeal,
    NEEDS,
    UNSECURED,
    () => ({ params: { appealId: randomUUID() }, body: { grant: true } }),
    { arrange: operateUnsecured },
  ),
  row(suspended.listFormerChatsSuspended, 'with a made-up pass', anybody(NO_LINK), () => ({
    body: { pass: 'made-up' },
  })),
  row(suspended.reportSuspended, 'with a made-up pass', anybody(NO_LINK), ({ actors }) => ({
    body: { pass: 'made-up', reportedUserId: actors.stranger.person.id, reason: 'Other' as const },
  })),
  row(appeals.getDecision, 'of a made-up link', anybody(NO_LINK), () => ({ body: { token: 'made-up' } })),
  row(appeals.appeal, 'with a made-up link', anybody(NO_LINK), () => ({
    body: { token: 'made-up', words: 'It was a joke.' },
  })),
];
