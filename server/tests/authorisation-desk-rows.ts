import * as appeals from '@herenow/contract/appeals';
import * as moderation from '@herenow/contract/moderation';
import { getPulse } from '@herenow/contract/pulse';
import * as refusals from '@herenow/contract/refusals';
import * as sealedCases from '@herenow/contract/sealed-cases';
import * as suspended from '@herenow/contract/suspended';
import { randomUUID } from 'node:crypto';
import type { Call } from '@herenow/contract/call';
import type { ApiInput } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import type { TestApp } from '@herenow/testing/start-app';
import { readOperatorCommand } from '../src/features/moderation/index.ts';
import { anybody, everyone, live, OK } from './authorisation-answers.ts';
import type { Actor, Cast } from './authorisation-cast.ts';
import { row, type Row } from './authorisation-row.ts';

const NO_LINK = `404 ${refusals.linkOver.text}`;
const NOTHING = '404 Not found';
const NEEDS = 'by an operator without a second factor';
const operatorOnly = (answer: string) => live(answer, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING);
const UNSECURED = operatorOnly(`403 ${refusals.secondFactorNeeded.text}`);
export const operate = (app: TestApp, { ada }: Cast) => makeOperator(app, ada);
const operateUnsecured = (app: TestApp, { ada }: Cast) =>
  readOperatorCommand(['add', ada.email])!(app.db, app.clock.now());

type Input<C extends Call> = (cast: Cast) => ApiInput<C>;
const unsecured = <C extends Call>(call: C, input: Input<C>) =>
  row(call, NEEDS, UNSECURED, input, { arrange: operateUnsecured });

/** A call that answers operators with a second factor, and nobody else. */
export const desk = <C extends Call>(call: C, input: Input<C>, arrange: Row['arrange'] = operate): Row[] => [
  row(call, 'by an operator', operatorOnly(OK), input, { arrange }),
  unsecured(call, input),
];

const of = ({ person }: Actor) => ({ params: { userId: person.id } });

/** Operators' calls, and appeals. Columns: owner, partner, pending, stranger, blocked, blocker. */
export const DESK_ROWS: readonly Row[] = [
  ...[
    moderation.listCases,
    sealedCases.listSealedCases,
    moderation.listModerationLog,
    moderation.getModerationSummary,
    moderation.exportModerationLog,
    appeals.listAppeals,
  ].flatMap((call) => desk(call, () => ({}))),
  ...desk(moderation.getModerationStatistics, () => ({ query: { days: 30 } })),
  ...desk(getPulse, () => ({ query: { minutes: 60 } })),
  ...desk(moderation.getCase, ({ actors }) => of(actors.partner)),
  ...desk(moderation.holdCase, ({ actors }) => ({ ...of(actors.partner), body: { hold: true } })),
  ...desk(moderation.moderate, ({ actors }) => ({
    ...of(actors.stranger),
    body: { action: 'warn' as const },
  })),
  ...desk(moderation.moderateMany, ({ actors }) => ({
    body: { userIds: [actors.stranger.person.id], action: 'warn' as const },
  })),
  unsecured(sealedCases.closeSealedCase, () => ({
    params: { caseId: randomUUID() },
    body: { action: 'dismiss' as const },
  })),
  unsecured(appeals.getRemovedEvidence, () => ({ params: { appealId: randomUUID() } })),
  unsecured(appeals.decideAppeal, () => ({ params: { appealId: randomUUID() }, body: { grant: true } })),
  row(moderation.listCases, 'by nobody', everyone(NOTHING), () => ({})),
  row(sealedCases.listSealedCases, 'by nobody', everyone(NOTHING), () => ({})),
  row(sealedCases.closeSealedCase, 'by nobody', everyone(NOTHING), () => ({
    params: { caseId: randomUUID() },
    body: { action: 'dismiss' as const },
  })),
  row(appeals.getRemovedEvidence, 'by nobody', everyone(NOTHING), () => ({
    params: { appealId: randomUUID() },
  })),
  row(
    moderation.moderate,
    'the operator',
    operatorOnly('400 You cannot moderate yourself.'),
    ({ ada }) => ({ params: { userId: ada.id }, body: { action: 'delete' as const } }),
    { arrange: operate },
  ),
  row(suspended.listFormerChatsSuspended, 'with a made-up pass', anybody(NO_LINK), () => ({
    body: { pass: 'made-up' },
  })),
  row(suspended.reportSuspended, 'with a made-up pass', anybody(NO_LINK), ({ actors }) => ({
    body: { pass: 'made-up', reportedUserId: actors.stranger.person.id, reason: 'Other' as const },
  })),
  row(suspended.deleteSuspended, 'with a made-up pass', anybody(NO_LINK), () => ({
    body: { pass: 'made-up' },
  })),
  row(appeals.getDecision, 'of a made-up link', anybody(NO_LINK), () => ({ body: { token: 'made-up' } })),
  row(appeals.appeal, 'with a made-up link', anybody(NO_LINK), () => ({
    body: { token: 'made-up', words: 'It was a joke.' },
  })),
];
