/** Arrangements before a request that should be refused. */
import { sendVerificationCode } from '@herenow/contract/accounts';
import { appeal } from '@herenow/contract/appeals';
import { editMessage } from '@herenow/contract/chats';
import { HOUR_MS, MESSAGE_EDITS_MAX } from '@herenow/contract/constants';
import { moderate } from '@herenow/contract/moderation';
import { reportUser } from '@herenow/contract/safety';
import { shareDate } from '@herenow/contract/shared-dates';
import { later } from '@herenow/testing/encounters';
import { makeOperator, setUpSecondFactor } from '@herenow/testing/second-factor';
import type { TestApp } from '@herenow/testing/start-app';
import { expect } from 'vitest';
import { passwordMark } from '../src/features/accounts/index.ts';
import { deriveKeys } from '../src/lib/keys.ts';
import { createMailboxHash } from '../src/lib/mailbox.ts';
import { operate } from './authorisation-desk-rows.ts';
import { appealTokenIn } from './appeal-token.ts';
import { blockMost } from './block-most.ts';
import { createSeal } from '../src/lib/seal.ts';
import { TOKEN_SECRET, type Cast } from './authorisation-cast.ts';

export const secure = (app: TestApp, { ada }: Cast) => setUpSecondFactor(app, ada, app.clock.now());
export async function heldByAnother(app: TestApp, cast: Cast): Promise<void> {
  await operate(app, cast);
  const { stranger, partner } = cast.actors;
  await app.db
    .insertInto('moderation_holds')
    .values({
      user_id: stranger.person.id,
      operator_id: partner.person.id,
      held_since: app.clock.now(),
      held_until: new Date(later(app, 1)),
    })
    .execute();
}
/** Makes ada an operator who has used up her time with the stranger's case, beside another operator. */
export async function heldForLong(app: TestApp, cast: Cast): Promise<void> {
  const { stranger, partner } = cast.actors;
  await operate(app, cast);
  await makeOperator(app, partner.person);
  const [since, until] = [-31, -1].map((minutes) => new Date(app.clock.now().getTime() + minutes * 60_000));
  await app.db
    .insertInto('moderation_holds')
    .values({
      user_id: stranger.person.id,
      operator_id: cast.ada.id,
      held_since: since!,
      held_until: until!,
    })
    .execute();
}
/** Makes ada an operator who has reported the stranger, beside another one. */
export async function reportsStranger(app: TestApp, cast: Cast): Promise<void> {
  const { stranger, partner } = cast.actors;
  await operate(app, cast);
  await makeOperator(app, partner.person);
  const body = { reporterId: cast.ada.id, reportedUserId: stranger.person.id, reason: 'Other' as const };
  await cast.ada.api(reportUser, { body });
}
export async function reportedSince(app: TestApp, cast: Cast): Promise<void> {
  await operate(app, cast);
  const { stranger, partner } = cast.actors;
  const body = {
    reporterId: partner.person.id,
    reportedUserId: stranger.person.id,
    reason: 'Other' as const,
  };
  await partner.person.api(reportUser, { body });
}
async function selfies(app: TestApp, cast: Cast, heldBy: { id: string }): Promise<void> {
  await operate(app, cast);
  const { stranger } = cast.actors;
  const now = app.clock.now();
  await app.db
    .insertInto('face_checks')
    .values({
      user_id: stranger.person.id,
      poses: ['open-hand'],
      drawn_at: now,
      sent_at: now,
      why: null,
      held_by: heldBy.id,
      held_until: new Date(later(app, 1)),
    })
    .execute();
}
export const selfiesHeldByAnother = (app: TestApp, cast: Cast) =>
  selfies(app, cast, cast.actors.partner.person);
export const selfiesHeldBySelf = (app: TestApp, cast: Cast) => selfies(app, cast, cast.ada);
export async function editedOften(_app: TestApp, { ada, chatId, adaMessage }: Cast): Promise<void> {
  for (let count = 0; count < MESSAGE_EDITS_MAX; count += 1)
    await ada.api(editMessage, {
      body: { id: adaMessage, senderId: ada.id, chatId, content: `Version ${count}` },
    });
}
export const blocksMost = (app: TestApp, { ada }: Cast) => blockMost(app, ada);
export async function sharesThree(app: TestApp, { ada }: Cast): Promise<void> {
  for (let count = 0; count < 3; count += 1)
    await ada.api(shareDate, { body: { who: 'Somebody', until: later(app, 1) } });
}
export const leave = (app: TestApp, { ada }: Cast) =>
  app.db.deleteFrom('presences').where('user_id', '=', ada.id).execute();
export const unfinished = (app: TestApp, { ada }: Cast) =>
  app.db
    .updateTable('users')
    .set({ registration_step: 5, email_validated: false })
    .where('id', '=', ada.id)
    .execute();
/** As after a restore of a backup, which holds nobody’s place. */
export async function unplaced(app: TestApp, { ada }: Cast): Promise<void> {
  await app.db.deleteFrom('viewpoints').execute();
  await app.db.updateTable('users').set({ cell: null }).where('id', '=', ada.id).execute();
}
/** Mails a code to ada while another account of her mailbox is suspended. */
export async function codeToSuspended(app: TestApp, cast: Cast): Promise<void> {
  const { ada } = cast;
  await unfinished(app, cast);
  await ada.api(sendVerificationCode, { body: { userId: ada.id } });
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
  const mailbox = createMailboxHash(deriveKeys(TOKEN_SECRET).mailboxes)(ada.email);
  const row = { mailbox, suspended_at: app.clock.now() };
  await app.db.insertInto('suspended_mailboxes').values(row).execute();
}
export const mailedCode = ({ ada }: Cast, app: TestApp) => ({
  body: { userId: ada.id, code: /\b\d{6}\b/.exec(app.mailbox.list(ada.email)[0]!.text)![0] },
});
export const hidden = (app: TestApp, { ada }: Cast) =>
  app.db
    .updateTable('users')
    .set({ hidden_until: new Date(later(app, 1)) })
    .where('id', '=', ada.id)
    .execute();
export const appealOf = ({ ada }: Cast, app: TestApp) => {
  // Later mails, for example about an appeal, have no link.
  const decision = app.mailbox.list(ada.email).find(({ subject }) => subject.startsWith('A warning'));
  const token = appealTokenIn(decision!.text);
  return { body: { token, words: 'It was a joke.' } };
};
const passwordHash = 'of a password';
export const suspendedSelf = (app: TestApp, { ada }: Cast) =>
  app.db
    .updateTable('users')
    .set({ suspended_at: app.clock.now(), password_hash: passwordHash })
    .where('id', '=', ada.id)
    .execute();
/** A report by ada, who is suspended, on a person she has not met. */
export const reportOfNobodyMet = ({ ada, actors }: Cast, app: TestApp) => {
  const seal = createSeal<object>(deriveKeys(TOKEN_SECRET).seals);
  const proven = { userId: ada.id, password: passwordMark({ passwordHash }) };
  const pass = seal.seal({ ...proven, until: Date.parse(later(app, 1)) }, 'pass of somebody suspended');
  return { body: { pass, reportedUserId: actors.stranger.person.id, reason: 'Other' } };
};
/** Makes ada an operator who has suspended the stranger. */
export async function suspendsStranger(app: TestApp, cast: Cast): Promise<void> {
  await operate(app, cast);
  const params = { userId: cast.actors.stranger.person.id };
  await cast.ada.api(moderate, { params, body: { action: 'suspend' } });
}
/** Makes ada and the stranger operators. */
export async function twoOperators(app: TestApp, cast: Cast): Promise<void> {
  await operate(app, cast);
  await makeOperator(app, cast.actors.stranger.person);
}
/** The case of an account that the stranger has deleted. */
export const CASE_OF_OPERATOR = '019a3f5e-7c11-7000-8000-000000000001';
/** Makes ada and the stranger operators, and leaves a case of an account that the stranger has deleted. */
export async function caseOfOperator(app: TestApp, cast: Cast): Promise<void> {
  await twoOperators(app, cast);
  const now = app.clock.now();
  await app.db
    .updateTable('users')
    .set({ mailbox: 'of the stranger' })
    .where('id', '=', cast.actors.stranger.person.id)
    .execute();
  await app.db
    .insertInto('sealed_cases')
    .values({
      id: CASE_OF_OPERATOR,
      mailbox: 'of the stranger',
      sealed: '',
      waiting_since: now,
      forget_at: new Date(later(app, 24)),
    })
    .execute();
}
/** Makes an operator remove the name of ada. */
export async function nameRemoved(app: TestApp, { ada, actors }: Cast): Promise<void> {
  const { person: stranger } = actors.stranger;
  await makeOperator(app, stranger);
  await stranger.api(moderate, { params: { userId: ada.id }, body: { action: 'remove-name' } });
}
/** Makes an operator warn ada, who appeals. */
export async function appealed(app: TestApp, cast: Cast): Promise<void> {
  const { person: stranger } = cast.actors.stranger;
  await makeOperator(app, stranger);
  await stranger.api(moderate, { params: { userId: cast.ada.id }, body: { action: 'warn' } });
  await expect.poll(() => app.mailbox.list(cast.ada.email)).toHaveLength(1);
  await cast.ada.api(appeal, appealOf(cast, app));
}
export const answered = (app: TestApp, { pendingChatId }: Cast) =>
  app.db.updateTable('chats').set({ pin_status: 'rejected' }).where('id', '=', pendingChatId).execute();
/** Makes the pending pin ada's own, and answered. */
export const answeredOwn = (app: TestApp, { ada, pendingChatId }: Cast) =>
  app.db
    .updateTable('chats')
    .set({ initiated_by: ada.id, pin_status: 'accepted', answered_at: app.clock.now() })
    .where('id', '=', pendingChatId)
    .execute();
export const messageGone = (app: TestApp, { adaMessage }: Cast) =>
  app.db.updateTable('messages').set({ deleted: true, content: '' }).where('id', '=', adaMessage).execute();
export const photoless = (app: TestApp, { ada }: Cast) =>
  app.db.deleteFrom('photos').where('user_id', '=', ada.id).execute();
/** Puts ada's selfies in the queue. */
export const selfiesSent = (app: TestApp, { ada }: Cast) =>
  app.db
    .insertInto('face_checks')
    .values({
      user_id: ada.id,
      poses: ['open-hand'],
      drawn_at: app.clock.now(),
      sent_at: app.clock.now(),
      why: null,
      held_by: null,
    })
    .execute();
export const pinnedLongAgo = (app: TestApp, { ada, pendingChatId }: Cast) =>
  app.db
    .updateTable('chats')
    .set({ initiated_by: ada.id, created_at: new Date(app.clock.now().getTime() - HOUR_MS) })
    .where('id', '=', pendingChatId)
    .execute();
