import { deleteUser } from '@herenow/contract/accounts';
import { blockUser, reportUser, unblockUser } from '@herenow/contract/safety';
import { ok } from './encounters.ts';
import type { ApiAnswer, Person } from './people.ts';
import type { TestApp } from './start-app.ts';

export async function block(who: Person, whom: { id: string }): Promise<void> {
  ok(await tryBlock(who, whom));
}

export const tryBlock = (who: Person, whom: { id: string }): Promise<ApiAnswer> =>
  who.api(blockUser, { body: { userId: who.id, userToBlockId: whom.id } });

export async function unblock(who: Person, whom: { id: string }): Promise<void> {
  ok(await who.api(unblockUser, { body: { userId: who.id, userToBlockId: whom.id } }));
}

export async function report(from: Person, whom: { id: string }, more: object = {}): Promise<void> {
  ok(await tryReport(from, whom, more));
}

/** Reports somebody; `more` has another reason, words and what else the call takes. */
export const tryReport = (from: Person, whom: { id: string }, more: object = {}): Promise<ApiAnswer> =>
  from.api(reportUser, { body: { reporterId: from.id, reportedUserId: whom.id, reason: 'Other', ...more } });

/** Suspends a user in the database alone: sessions, presence and chats stay as they are. */
export async function suspend(app: TestApp, { id }: { id: string }): Promise<void> {
  const suspended = { suspended_at: app.clock.now() };
  await app.db.updateTable('users').set(suspended).where('id', '=', id).execute();
}

export async function deleteAccount(person: Person): Promise<void> {
  ok(await person.api(deleteUser, { params: { id: person.id } }));
}
