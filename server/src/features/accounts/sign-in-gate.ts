import type { Proof } from '@herenow/contract/accounts';
import type { Client } from '../../http/mount.ts';
import type { Db } from '../../database/db.ts';
import { giveBackAll, tooMany, type Lane, type Limits } from '../../http/limits.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import { siteOf } from '../../lib/networks.ts';
import type { Devices } from './devices.ts';
import type { Proofs } from './proofs.ts';
import { findByEmail, type Account } from './users-store.ts';

/** The wait for a client without proofs: it gets a turn once in a while, so nobody is kept out for longer. */
const MOST_SECONDS = 60;

/** What a visitor without a session sends. */
export interface Comer {
  proof?: Proof | undefined;
  device?: string | undefined;
}

/**
 * An admitted request. It counts from its admission on, so that concurrent requests cannot exceed the limits;
 * `giveBack` uncounts it if it turns out not to be of the kind that is counted.
 */
export interface Passage {
  giveBack(): Promise<void>;
  /** Whether a known device was admitted by its own limits. */
  byDevice: boolean;
}

/** Runs what was admitted. If it fails, it stays counted only if the failure `counts`. */
export async function orGiveBack<T>(
  passage: Passage,
  task: () => Promise<T>,
  counts: (error: unknown) => boolean = () => false,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!counts(error)) await passage.giveBack();
    throw error;
  }
}

/** What is limited by mailbox, and for known devices on their own. */
type OfMailbox = 'signIn' | 'reset';
/** What is limited by network and site: the limits are named after it. */
type Limited = OfMailbox | 'accounts' | 'codeTry';

export type SignInGate = ReturnType<typeof createSignInGate>;

/**
 * Admits requests without a token. A device on which the user has signed in before has its own limit, which no other
 * client can use up. Once a shared limit is used up, a proof of work replaces the wait.
 */
export function createSignInGate(options: {
  db: Db;
  limits: Limits;
  proofs: Proofs;
  devices: Devices;
  hashMailbox: HashMailbox;
}) {
  const { db, limits, proofs, devices, hashMailbox } = options;

  /** Counts a request in a lane. Returns whether there was room. */
  const enter = ([name, key]: Lane) => limits.tryTake(name, key);
  const leave = (lanes: readonly Lane[]) => giveBackAll(limits, lanes);

  /** Counts a request in each lane and tells `admit` which had room. If `admit` throws, it counts in none. */
  async function pass(
    lanes: readonly Lane[],
    admit: (room: readonly boolean[]) => Promise<void>,
  ): Promise<Passage> {
    const room = await Promise.all(lanes.map(enter));
    try {
      await admit(room);
    } catch (error) {
      await leave(lanes);
      throw error;
    }
    return { giveBack: () => leave(lanes), byDevice: false };
  }

  const isProven = async ({ proof }: Comer) => proof !== undefined && (await proofs.accept(proof));

  function networkLanes(of: Limited, network: string): Lane[] {
    const site = siteOf(network);
    const own: Lane = [`${of}ByNetwork`, network];
    return site === network ? [own] : [own, [`${of}BySite`, site]];
  }

  /** Takes the one turn that a network or site still has after using up its count. */
  const takeTurn = (of: Limited, network: string) =>
    limits.take('withoutProof', `${of}ByNetwork ${siteOf(network)}`);

  /** Admits a request if its network has room, and otherwise in turn or with a proof. */
  const passByNetwork = (of: Limited, { network }: Client, comer: Comer): Promise<Passage> =>
    pass(networkLanes(of, network), async (room) => {
      if (room.includes(false) && !(await isProven(comer))) await takeTurn(of, network);
    });

  /** Admits a request of a known device in lanes of its own; undefined: one of them has no room. */
  async function passKnown(lanes: readonly Lane[]): Promise<Passage | undefined> {
    for (const [index, lane] of lanes.entries()) {
      const entered = lanes.slice(0, index + 1);
      if (await enter(lane)) continue;
      await leave(entered);
      return undefined;
    }
    return { giveBack: () => leave(lanes), byDevice: true };
  }

  /** Admits a request that concerns a mailbox, with separate limits for known devices. */
  async function passFor(of: OfMailbox, email: string, { network }: Client, comer: Comer): Promise<Passage> {
    const mailbox = hashMailbox(email);
    const account = comer.device === undefined ? undefined : await findByEmail(db, email);
    const device = account && devices.read(comer.device, account);
    if (device) {
      const known = await passKnown([
        [`${of}ByDevice`, `${mailbox} ${device.id}`],
        [`${of}ByDevices`, mailbox],
      ]);
      if (known) return known;
    }
    // Of mails without a proof, all networks together share one turn.
    const turn = of === 'reset' ? '' : network;
    const lanes = networkLanes(of, network);
    const forMailbox: Lane = [`${of}ByMailbox`, mailbox];
    const withoutProof: Lane = ['withoutProofByMailbox', mailbox];
    // If this throws, what it has counted in further lanes is given back too.
    return await pass(lanes, async (room) => {
      const isCrowded = room.includes(false);
      let proven = isCrowded && (await isProven(comer));
      // A network that has used up its count gets one turn for all mailboxes together, not one for each.
      if (isCrowded && !proven) await takeTurn(of, network);
      // Only now, since each made-up mailbox leaves rows in the database.
      lanes.push(forMailbox);
      const isFull = !(await enter(forMailbox));
      proven ||= isFull && (await isProven(comer));
      if (proven) return;
      // Together, all networks get no more turns without a proof than a person could need.
      lanes.push(withoutProof);
      if (!(await enter(withoutProof)) && isFull) throw tooMany(MOST_SECONDS);
      if (isFull) await limits.take('withoutProof', `${of}ByMailbox ${mailbox} ${turn}`);
    });
  }

  /**
   * Returns the id of a device on which the user has signed in before. If the user has a second factor, the sign-in
   * must be later than `since`: anyone who had the password alone could have collected any number of keys.
   */
  function knownDevice(
    account: Account,
    key: string | undefined,
    since: Date | undefined,
  ): string | undefined {
    const device = devices.read(key, account);
    return device && device.madeAt >= (since?.getTime() ?? 0) ? device.id : undefined;
  }

  return {
    /** Counts failed sign-ins. */
    signIn: (email: string, client: Client, comer: Comer) => passFor('signIn', email, client, comer),
    /** Counts mails. */
    resetMail: (email: string, client: Client, comer: Comer) => passFor('reset', email, client, comer),
    /** Counts opened accounts, and answers that an email is taken. */
    register: (client: Client, comer: Comer) => passByNetwork('accounts', client, comer),
    /** Counts wrong codes. */
    codeTry: (client: Client, comer: Comer) => passByNetwork('codeTry', client, comer),
    knownDevice,
    /** Returns the key for this device to keep: its current one if that makes it known, or else a new one. */
    deviceKey: (account: Account, key: string | undefined, since: Date | undefined): string =>
      key !== undefined && knownDevice(account, key, since) !== undefined ? key : devices.make(account),
    /** Returns the key for the account’s next password, only for a device that is known. */
    nextDeviceKey(account: Account, key: string | undefined, passwordHash: string): string | undefined {
      const device = devices.read(key, account);
      return device && devices.renew(device, { ...account, passwordHash });
    },
  };
}
