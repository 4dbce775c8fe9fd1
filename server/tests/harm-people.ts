/** One person with several mailboxes, networks and accounts, and the people they are after. */
import { createUser, login, sendVerificationCode, verifyCode } from '@herenow/contract/accounts';
import { STEP } from '@herenow/contract/constants';
import { claimsOf } from '@herenow/testing/claims';
import { stayingSignedIn } from '@herenow/testing/encounters';
import { eventually } from '@herenow/testing/eventually';
import { inProcess } from '@herenow/testing/in-process';
import { api, BERLIN, PASSWORD, withToken, type Ask, type Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';

export type Networked = TestApp & { ask: Ask };

/** Returns the app as it is reached from an address; throws where it fails. */
export function reachedFrom(app: TestApp, address: string): Networked {
  const ask = inProcess(app.server);
  return {
    ...app,
    async ask(url, request) {
      const headers = { ...request.headers, 'x-forwarded-for': address };
      const answer = await ask(url, { ...request, headers });
      assert.ok(answer.status < 500, `${url.pathname} answered ${answer.status} ${answer.text}`);
      return answer;
    },
  };
}

/** Returns the codes mailed to an address so far, latest first. */
const codesOf = (app: TestApp, email: string): string[] =>
  app.mailbox.list(email.toLowerCase()).flatMap(({ subject }) => /^\d{6}\b/.exec(subject)?.[0] ?? []);

/**
 * Opens an account and finishes its registration as anybody can, with the profile written as a row. Returns what the
 * server refused instead, if it did.
 */
export async function join(app: Networked, email: string, name: string): Promise<Person | string> {
  const location = { type: 'Point' as const, coordinates: BERLIN };
  const made = await api(app, createUser, { body: { email, password: PASSWORD, location, username: name } });
  if (made.status !== 200) return `${made.status} ${made.text}`;
  const entered = await api(app, login, { body: { email, password: PASSWORD } });
  if (entered.status !== 200) return `${entered.status} ${entered.text}`;
  const id = claimsOf(entered.text).sub;
  const profile = { registration_step: STEP.photos, gender: 'Other', date_of_birth: '1990-01-01' };
  await app.db.updateTable('users').set(profile).where('id', '=', id).execute();
  const photo = { id, user_id: id, key: randomBytes(18).toString('base64url'), thumbhash: 'YJqGPQ==' };
  await app.db
    .insertInto('photos')
    .values({ ...photo, position: 0, created_at: app.clock.now() })
    .execute();
  const one = stayingSignedIn(app, withToken(app, { id, name, email }, entered.text));
  return (await verifyByMail(app, one)) ?? one;
}

/** Returns undefined once the email is verified, else what was refused. */
async function verifyByMail(app: Networked, one: Person): Promise<string | undefined> {
  const before = codesOf(app, one.email)[0];
  const asked = await one.api(sendVerificationCode, { body: { userId: one.id } });
  if (asked.status !== 200) return `${asked.status} ${asked.text}`;
  const code = await eventually(() => {
    const latest = codesOf(app, one.email)[0];
    if (latest === undefined || latest === before) throw new Error(`no code for ${one.email}`);
    return latest;
  });
  const verified = await one.api(verifyCode, { body: { userId: one.id, code } });
  return verified.status === 200 ? undefined : `${verified.status} ${verified.text}`;
}

/** Mailboxes of one provider that ignores dots and tags. */
const MAILBOXES = ['mallory', 'mordred', 'moriarty', 'medea'];
/** In three networks of three providers. */
const ADDRESSES = ['198.51.100.7', '203.0.113.9', '192.0.2.44'];

/** An account of the ill-meaning person, from its registration to its deletion. */
export interface Account {
  who: Person;
  mailbox: number;
  /** Its network. */
  address: string;
  /** Its id and every name that it has had: whatever mentions it holds one of these. */
  marks: string[];
  /** The chats that it has had, each with some messages of the other person. */
  met: Map<string, string[]>;
}

/** Ten places for accounts: four mailboxes among them, three networks. Some are empty now and then. */
export class Horde {
  readonly accounts: (Account | undefined)[] = Array.from({ length: 10 });
  /** Every account there has ever been. */
  readonly all: Account[] = [];
  /** By the text of the refusal, how often the person could not register. */
  readonly refused: string[] = [];
  readonly #app: TestApp;
  #named = 0;

  constructor(app: TestApp) {
    this.#app = app;
  }

  /** Returns a name that is nobody else’s and part of no other name. */
  newName = (): string => `Mal ${String((this.#named += 1)).padStart(4, '0')}`;

  /** Registers at a place that is empty, in one of the spellings of its mailbox. */
  async join(place: number, spelling: number): Promise<void> {
    const mailbox = place % MAILBOXES.length;
    const address = ADDRESSES[place % ADDRESSES.length]!;
    const app = reachedFrom(this.#app, address);
    const name = this.newName();
    const who = await join(app, spelled(MAILBOXES[mailbox]!, place, spelling), name);
    if (typeof who === 'string') return void this.refused.push(who);
    const account = { who, mailbox, address, marks: [who.id, name], met: new Map<string, string[]>() };
    this.accounts[place] = account;
    this.all.push(account);
  }

  ofMailbox = (mailbox: number): Account[] => this.all.filter((one) => one.mailbox === mailbox);
}

/** Returns an address of the mailbox: with dots, capitals and another domain, and a tag that is the place’s own. */
function spelled(mailbox: string, place: number, spelling: number): string {
  const dotted = spelling % 2 ? `${mailbox.slice(0, spelling)}.${mailbox.slice(spelling)}` : mailbox;
  const local = `${spelling > 1 ? dotted.toUpperCase() : dotted}+${place}`;
  return `${local}@${spelling > 2 ? 'googlemail.com' : 'gmail.com'}`;
}

/** What the ill-meaning person works with, and against whom. */
export interface Harm {
  app: TestApp;
  horde: Horde;
  victim: Person;
  bystanders: readonly Person[];
  /** How often acts with a bound succeeded, by mailbox. */
  done: Map<string, number>;
  /** Runs before an account is deleted. */
  onGone(account: Account): void;
  /** Runs when a pin of the mailbox has reached the victim. */
  onPinned(account: Account): void;
}
