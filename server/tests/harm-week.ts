/**
 * A week in which one person with ten accounts is after somebody: what reaches her and the people around her, hour by
 * hour, against what she has decided.
 */
import { DAY_MS } from '@herenow/contract/constants';
import type { Chat } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { listFormerChats } from '@herenow/contract/former-chats';
import { goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import { addFcmToken } from '@herenow/contract/push';
import type { Notification } from '@herenow/contract/queue';
import { listBlockedUsers } from '@herenow/contract/safety';
import { accept, chatsOf, feedOf, later, leave, ok, reject, send, tryPin } from '@herenow/testing/encounters';
import { eventually } from '@herenow/testing/eventually';
import type { Person } from '@herenow/testing/people';
import type { TestDevice } from '@herenow/testing/push-service';
import { block, unblock } from '@herenow/testing/safety';
import type { TestApp } from '@herenow/testing/start-app';
import type { StompClient } from '@herenow/testing/stomp-client';
import assert from 'node:assert/strict';
import { carryOut } from './harm-acts.ts';
import { openPage, signInAtHome } from './harm-device.ts';
import { Memory } from './harm-memory.ts';
import { Horde, join, reachedFrom, type Account, type Harm } from './harm-people.ts';
import type { Round } from './harm-round.ts';
import {
  assertNoPinWaits,
  assertOnlyKnown,
  assertSilent,
  assertUntouched,
  countTurnedAway,
  readsOf,
  WORDS,
} from './harm-silence.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const HOURS_VISIBLE = 3;
export class Week {
  readonly memory = new Memory();
  readonly horde: Horde;
  readonly harm: Harm;
  readonly began: number;
  /** How often each thing happened that the checks are about. */
  readonly happened = {
    pinned: 0,
    accepted: 0,
    rejected: 0,
    blocked: 0,
    'let in': 0,
    'kept apart': 0,
    'turned away': 0,
  };
  readonly #app: TestApp;
  readonly #victim: Person;
  readonly #honest: readonly Person[];
  readonly #device: TestDevice;
  /** Until when she is visible. */
  #until = new Date(0);
  /** The key of the device that she uses every day. */
  #key: string | undefined;
  /** How many pins were made in this round, by mailbox. */
  readonly #pinned = new Map<number, number>();
  /** Marks of accounts that came while their mailbox was blocked and of which she may never hear. */
  readonly #never = new Set<string>();

  private constructor(app: TestApp, honest: readonly Person[], device: TestDevice) {
    const [victim, ...bystanders] = honest as [Person, ...Person[]];
    this.#app = app;
    this.#honest = honest;
    this.#victim = victim;
    this.#device = device;
    this.horde = new Horde(app);
    this.began = app.clock.now().getTime();
    this.harm = {
      app,
      horde: this.horde,
      victim,
      bystanders,
      done: new Map(),
      onGone: (account) => this.memory.noteGone(account),
      onPinned: ({ mailbox, marks }) => {
        const now = app.clock.now();
        assert.ok(!this.memory.isClosed(mailbox, now), `a pin by ${marks.at(-1)} reached her`);
        this.memory.notePin(mailbox, now);
        this.happened.pinned += 1;
        this.#pinned.set(mailbox, (this.#pinned.get(mailbox) ?? 0) + 1);
      },
    };
  }

  static async begin(app: TestApp, device: TestDevice): Promise<Week> {
    const honest: Person[] = [];
    for (const [index, name] of ['Vera', 'Ada', 'Bela', 'Chidi', 'Dana', 'Emre'].entries()) {
      const one = await join(reachedFrom(app, `10.0.${index}.1`), `${name}@example.org`, name);
      if (typeof one === 'string') throw new Error(one);
      honest.push(one);
    }
    const week = new Week(app, honest, device);
    const [victim] = honest as [Person];
    ok(await victim.api(addFcmToken, { body: { userId: victim.id, fcmToken: device.token } }));
    for (const place of week.horde.accounts.keys()) await week.horde.join(place, place % 5);
    return week;
  }

  get ms(): number {
    return this.#app.clock.now().getTime() - this.began;
  }

  async live(one: Round): Promise<void> {
    await this.#pass(one.minutes);
    await this.#meet(one.pair);
    this.#pinned.clear();
    const before = await chatsOf(this.#victim);
    await using tab = one.open ? await openPage(this.#app, this.#victim) : undefined;
    for (const act of one.acts) {
      const came = this.horde.all.length;
      await carryOut(this.harm, act);
      for (const { mailbox, marks } of this.horde.all.slice(came))
        if (this.memory.isBlocked(mailbox)) for (const mark of marks) this.#never.add(mark);
    }
    // Whatever else happened, each account tries to reach her.
    for (const [place, account] of this.horde.accounts.entries())
      if (account) await carryOut(this.harm, { act: 'pin', place, way: 0 });
    await this.#check(tab);
    if (tab) assertOnlyKnown(tab.events, before, this.horde);
    await assertUntouched(this.#victim);
    this.#key = await signInAtHome(this.#app, this.#victim, this.#key);
    await this.#answer(one);
  }

  /** Lets time pass; her presence runs out if it does. */
  async #pass(minutes: number): Promise<void> {
    this.#app.clock.moveBy(minutes * MINUTE_MS);
    const now = this.#app.clock.now();
    if (this.#until > new Date(0) && this.#until <= now) this.#left(this.#until);
    await eventually(async () => {
      const over = `SELECT FROM presences WHERE online_until <= $1
        UNION ALL SELECT FROM chats WHERE paused_at <= $1 - interval '1 day'`;
      assert.equal((await this.#app.pool.query(over, [now])).rowCount, 0);
    });
  }

  #left(at: Date): void {
    this.memory.noteLeft(at);
    this.#until = new Date(0);
  }

  /** Everybody honest goes visible and looks around, and two of them meet and write; nobody is refused anything. */
  async #meet([one, other]: Round['pair']): Promise<void> {
    for (const who of this.#honest) {
      ok(await who.api(goOnline, { body: { userId: who.id, onlineUntil: later(this.#app, HOURS_VISIBLE) } }));
      ok(await who.api(listFeed, { body: { userId: who.id, limit: 50 } }));
    }
    this.#until = new Date(this.#app.clock.now().getTime() + HOURS_VISIBLE * 3_600_000);
    const [first, second] = [this.#honest[one]!, this.#honest[other]!];
    const between = ({ participants }: Chat) => participants.some(({ userId }) => userId === second.id);
    if (!(await chatsOf(first)).some(between)) ok(await tryPin(first, second));
    const chat = (await chatsOf(first)).find(between)!;
    if (chat.pinStatus === 'pending') await accept(second, chat.id);
    for (const who of [first, second]) for (const text of WORDS) await send(who, chat.id, text);
  }

  /** Checks whatever the victim was told, and whatever she and the ten accounts can read. */
  async #check(tab: StompClient | undefined): Promise<void> {
    await eventually(async () => {
      const { rowCount } = await this.#app.pool.query('SELECT FROM outbox');
      assert.equal(rowCount, 0);
    });
    await tab?.roundTrip();
    const events = (tab?.events ?? []).map((event) => JSON.stringify(event));
    const victim = this.#victim;
    const { id, email } = victim;
    const feed = ok(await victim.api(listFeed, { body: { userId: id, limit: 50 } })).text;
    const chats = JSON.stringify(await chatsOf(this.#victim));
    for (const { mailbox, marks } of this.horde.all)
      if (this.memory.isBlocked(mailbox)) assertSilent({ events: events.join('\n'), feed, chats }, marks);
    if (tab) this.#checkRequests(tab);
    const former = ok(await victim.api(listFormerChats, { params: { id } })).text;
    const blocked = ok(await victim.api(listBlockedUsers, { params: { id } })).text;
    const own = ok(await victim.api(getUser, { params: { id } })).text;
    const mails = this.#app.mailbox.list(email.toLowerCase());
    assertSilent({ events: events.join('\n'), feed, chats, former, blocked, own }, this.#never);
    assertSilent(
      { mails: JSON.stringify(mails) },
      this.horde.all.flatMap(({ marks }) => marks),
    );
    for (const account of this.horde.accounts) {
      if (!account || !this.memory.isBlocked(account.mailbox)) continue;
      assertSilent(await readsOf(account, victim), [id, victim.name]);
      this.happened['kept apart'] += 1;
    }
  }

  /** Checks that she was told of each pin that was made, and of no other. */
  #checkRequests({ events }: StompClient): void {
    const told = new Map<number, number>();
    for (const { queue, body } of events) {
      if (queue !== 'notifications') continue;
      const { type, senderId } = body as Notification;
      if (type !== 'PIN_REQUEST') continue;
      const { mailbox } = this.horde.all.find(({ who }) => who.id === senderId)!;
      told.set(mailbox, (told.get(mailbox) ?? 0) + 1);
    }
    assert.deepEqual(told, this.#pinned);
  }

  async #answer({ answers, unblocks, blocks, leaves }: Round): Promise<void> {
    const now = this.#app.clock.now();
    const chats = await chatsOf(this.#victim);
    const rejected = new Set<number>();
    let turn = 0;
    for (const { id, pinStatus, participants } of chats) {
      const account = this.horde.accounts.find(
        (one) => one && participants.some(({ userId }) => userId === one.who.id),
      );
      if (!account) continue;
      // The rejection of one of a mailbox took its other pins with it.
      if (pinStatus === 'pending' && rejected.has(account.mailbox)) continue;
      const wish =
        pinStatus === 'pending' ? answers[(turn += 1) % answers.length] : blocks ? 'block' : 'ignore';
      if (wish === 'accept') {
        await accept(this.#victim, id);
        for (const text of WORDS) await send(this.#victim, id, text);
        this.memory.noteAccept(account.mailbox);
        this.happened.accepted += 1;
      }
      if (wish === 'reject') {
        await reject(this.#victim, id);
        this.memory.noteReject(account.mailbox, now);
        this.happened.rejected += 1;
        rejected.add(account.mailbox);
        await assertNoPinWaits(this.horde, account.mailbox, this.#victim);
        this.happened['turned away'] += await countTurnedAway(this.horde, account.mailbox, this.#victim);
      }
      if (wish === 'block') await this.#block(account);
      if (wish === 'block') break;
    }
    if (blocks) await this.#blockFromFeed();
    if (unblocks) await this.#unblock();
    if (!leaves) return;
    await leave(this.#victim);
    this.#left(this.#app.clock.now());
  }

  /** Blocks somebody whom she would rather not see. */
  async #blockFromFeed(): Promise<void> {
    const seen = new Set((await feedOf(this.#victim)).map(({ id }) => id));
    const account = this.horde.accounts.find((one) => one && seen.has(one.who.id));
    if (account) await this.#block(account);
  }

  async #block(account: Account): Promise<void> {
    await block(this.#victim, account.who);
    this.happened.blocked += 1;
    this.memory.noteBlock(account);
  }

  async #unblock(): Promise<void> {
    const { json } = ok(await this.#victim.api(listBlockedUsers, { params: { id: this.#victim.id } }));
    const account = this.horde.accounts.find((one) => one?.who.id === json[0]?.id);
    if (!account) return;
    await unblock(this.#victim, account.who);
    this.happened['let in'] += 1;
    this.memory.noteUnblock(account);
    if (this.memory.isBlocked(account.mailbox)) return;
    for (const { marks } of this.horde.ofMailbox(account.mailbox))
      for (const mark of marks) this.#never.delete(mark);
  }

  /** Checks the pushes of the week: each is about a pin or a chat that the rules let through. */
  async checkPushes(): Promise<number> {
    await eventually(async () => {
      const { rowCount } = await this.#app.pool.query(
        `SELECT FROM pgboss.job WHERE name LIKE 'wake%' AND state < 'completed'`,
      );
      assert.equal(rowCount, 0);
    });
    const pushes = this.#device.pushes();
    for (const number of pushes.keys()) {
      const { payload } = await this.#device.received(number + 1);
      assertSilent({ push: JSON.stringify(payload) }, this.#never);
    }
    return pushes.length;
  }

  /** The person deletes every account, and the days pass in which something is kept for those who were harmed. */
  async end(days: number): Promise<void> {
    for (const [place, account] of this.horde.accounts.entries())
      if (account) await carryOut(this.harm, { act: 'delete', place, way: 0 });
    // A chat that is erased can be reported for some time from then on.
    await this.#pass(2 * DAY_MINUTES);
    this.#app.clock.moveBy(days * DAY_MS);
  }
}
