/** Everything that changes something, as one act each of a person towards another. */
import { deleteUser, login, logout, refreshToken, updatePassword } from '@herenow/contract/accounts';
import { DATE_IDEAS } from '@herenow/contract/choices';
import { editMessage, listChats, react, sendMessage } from '@herenow/contract/chats';
import { beginFaceCheck } from '@herenow/contract/faces';
import { listFeed } from '@herenow/contract/feed';
import { holdCase, moderate } from '@herenow/contract/moderation';
import { acceptPin, rejectPin, withdrawPin } from '@herenow/contract/pins';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { getUser, updateLocation, updateUser } from '@herenow/contract/profile';
import { blockUser, reportUser, unblockUser } from '@herenow/contract/safety';
import { shareDate } from '@herenow/contract/shared-dates';
import {
  beginSecondFactor,
  confirmSecondFactor,
  mailSecondFactorCode,
} from '@herenow/contract/second-factor';
import { later, tryPin } from '@herenow/testing/encounters';
import { api, PASSWORD, type ApiAnswer, type Person } from '@herenow/testing/people';
import { codesOf, setupCode } from '@herenow/testing/second-factor';
import type { DestinationName } from '@herenow/contract/queue';
import { WITH_TWIN, type Role, type Scene } from './at-once-scene.ts';

/** One person's act, with the other one it is about; `me` is on either device. */
interface Doing {
  scene: Scene;
  me: Person;
  role: Role;
  other: Person;
}
type Answer = Pick<ApiAnswer, 'status' | 'headers'> | undefined;
type Do = (doing: Doing) => Promise<Answer>;

const until = ({ scene }: Doing, hours: number) => later(scene.stage.app, hours);
const mine = ({ scene, role }: Doing) => scene.messageIds[role === 'bela' ? 'bela' : 'ada'];
const theirs = ({ scene, role }: Doing) => scene.messageIds[role === 'bela' ? 'ada' : 'bela'];
const block = ({ me, other }: Doing) => ({ userId: me.id, userToBlockId: other.id });

async function frame({ scene, role }: Doing, destination: DestinationName, body: object): Promise<Answer> {
  const tab = scene.tabs[role === 'bela' ? 'bela' : 'ada'];
  // The session may have ended, or end meanwhile.
  if (!tab.client.connected) return undefined;
  tab.send(destination, body);
  await tab.roundTrip().catch(() => {});
  return undefined;
}

/** Each scene uses fresh ids for the messages that acts name. */
const fresh = new WeakMap<Scene, Map<Role, string>>();
function newMessage({ scene, role }: Doing): string {
  const known = fresh.get(scene) ?? new Map<Role, string>();
  fresh.set(scene, known);
  const id = known.get(role) ?? crypto.randomUUID();
  known.set(role, id);
  scene.names.set(id, `<new message of ${role}>`);
  return id;
}

const ACTS: Record<string, Do> = {
  pin: ({ me, other }) => tryPin(me, other),
  withdraw: ({ me, other }) => me.api(withdrawPin, { body: { userId: me.id, pinnedUserId: other.id } }),
  accept: ({ scene, me }) => me.api(acceptPin, { params: { chatId: scene.chatId } }),
  reject: ({ scene, me }) => me.api(rejectPin, { params: { chatId: scene.chatId } }),
  block: (doing) => doing.me.api(blockUser, { body: block(doing) }),
  unblock: (doing) => doing.me.api(unblockUser, { body: block(doing) }),
  report: ({ me, other }) =>
    me.api(reportUser, {
      body: { reporterId: me.id, reportedUserId: other.id, reason: 'Other', fromChat: true },
    }),
  'report and block': ({ me, other }) =>
    me.api(reportUser, {
      body: { reporterId: me.id, reportedUserId: other.id, reason: 'Spam or fake account', alsoBlock: true },
    }),
  'go visible': (doing) =>
    doing.me.api(goOnline, { body: { userId: doing.me.id, onlineUntil: until(doing, 3) } }),
  extend: (doing) => doing.me.api(goOnline, { body: { userId: doing.me.id, onlineUntil: until(doing, 2) } }),
  'go incognito': (doing) =>
    doing.me.api(goIncognito, { body: { userId: doing.me.id, onlineUntil: until(doing, 1) } }),
  leave: ({ me }) => me.api(goOffline, { body: { userId: me.id } }),
  'delete the account': ({ me }) => me.api(deleteUser, { params: { id: me.id } }),
  send: (doing) => {
    const { me, scene } = doing;
    const body = { id: newMessage(doing), senderId: me.id, chatId: scene.chatId, content: 'three' };
    return me.api(sendMessage, { body });
  },
  edit: (doing) => {
    const { me, scene } = doing;
    const body = { id: mine(doing), senderId: me.id, chatId: scene.chatId, content: 'edited' };
    return me.api(editMessage, { body });
  },
  react: (doing) =>
    doing.me.api(react, { body: { id: theirs(doing), chatId: doing.scene.chatId, reaction: '❤️' } }),
  'delete a message': (doing) =>
    frame(doing, '/app/chat.delete', { id: mine(doing), chatId: doing.scene.chatId }),
  'see a message': (doing) =>
    frame(doing, '/app/chat.seen', { id: theirs(doing), chatId: doing.scene.chatId }),
  type: (doing) => frame(doing, '/app/chat.typing', { chatId: doing.scene.chatId }),
  'change the words': ({ me }) => me.api(updateUser, { body: { bio: 'New words' } }),
  'change tags': ({ me }) => me.api(updateUser, { body: { myTags: [DATE_IDEAS[3]!], gender: 'Other' } }),
  move: ({ scene, me }) => me.api(updateLocation, { params: { id: me.id }, body: scene.elsewhere }),
  'change the password': ({ me }) =>
    me.api(updatePassword, {
      body: { userId: me.id, oldPassword: PASSWORD, newPassword: 'Another-2026' },
    }),
  'sign out': ({ me }) => me.api(logout),
  refresh: ({ scene, me }) =>
    api(scene.stage.app, refreshToken, { body: { accessToken: me.token, userId: me.id } }),
  async 'second factor'({ scene, me }) {
    const { app } = scene.stage;
    const asked = await me.api(mailSecondFactorCode, { body: { password: PASSWORD } });
    if (asked.status !== 200) return asked;
    const mailed = { password: PASSWORD, code: await setupCode(app, me) };
    const begun = await me.api(beginSecondFactor, { body: mailed });
    if (begun.status !== 200) return begun;
    const code = codesOf(begun.json.secret)(app.clock.now());
    return await me.api(confirmSecondFactor, { body: { code } });
  },
  'sign in': ({ scene, me }) =>
    api(scene.stage.app, login, { body: { email: me.email, password: PASSWORD, appSource: 'web' } }),
  'share a date': (doing) =>
    doing.me.api(shareDate, { body: { who: 'Carl', place: '', until: until(doing, 1) } }),
  'begin a face check': ({ me }) => me.api(beginFaceCheck),
  'read the feed': ({ me }) => me.api(listFeed, { body: { userId: me.id } }),
  'read the chats': ({ me }) => me.api(listChats, { params: { userId: me.id } }),
  'read the other': ({ me, other }) => me.api(getUser, { params: { id: other.id } }),
  'be looked at by an operator': ({ scene, me }) =>
    scene.stage.operator.api(holdCase, { params: { userId: me.id }, body: { hold: true } }),
  'be suspended': ({ scene, me }) =>
    scene.stage.operator.api(moderate, { params: { userId: me.id }, body: { action: 'suspend', days: 7 } }),
  'lose name and words': ({ scene, me }) =>
    scene.stage.operator.api(moderate, { params: { userId: me.id }, body: { action: 'remove-name' } }),
  async 'lose the photo'({ scene, me }) {
    const { db } = scene.stage.app;
    const photo = db.selectFrom('photos').select('id').where('user_id', '=', me.id);
    const photoId = (await photo.executeTakeFirst())?.id ?? me.id;
    const body = { action: 'remove-photo' as const, photoId };
    return await scene.stage.operator.api(moderate, { params: { userId: me.id }, body });
  },
  'be warned': ({ scene, me }) =>
    scene.stage.operator.api(moderate, {
      params: { userId: me.id },
      body: { action: 'warn', why: 'Be kind.' },
    }),
};

export interface Act {
  what: string;
  who: Role;
  /** Whether twin, not bela, is the other of ada. */
  towardsTwin?: boolean;
}

/** The acts that are possible in a relation; if there is another account, also by it and towards it. */
export const actsIn = (relation: string): Act[] =>
  Object.keys(ACTS).flatMap((what): Act[] => [
    { what, who: 'ada' },
    { what, who: 'bela' },
    ...(WITH_TWIN.has(relation)
      ? [{ what, who: 'twin' } as const, { what, who: 'ada', towardsTwin: true } as const]
      : []),
  ]);

export const nameOf = ({ what, who, towardsTwin }: Act): string =>
  `${who}: ${what}${towardsTwin ? ' (twin)' : ''}`;

/** Carries out an act, on the second device if `otherDevice`; returns its status and the code of a refusal. */
export async function perform(
  scene: Scene,
  { what, who, towardsTwin }: Act,
  otherDevice: boolean,
): Promise<string> {
  const me = otherDevice ? scene.others[who] : scene.people[who];
  const other = who === 'ada' ? scene.people[towardsTwin ? 'twin' : 'bela'] : scene.people.ada;
  const answer = await ACTS[what]!({ scene, me, role: who, other });
  return answer ? `${answer.status} ${answer.headers.get('refusal-code') ?? ''}` : '';
}
