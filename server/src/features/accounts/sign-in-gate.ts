import type { Proof } from '@herenow/contract/accounts';
import type { Client } from '../../http/mount.ts';
import { tooMany, type Lane, type LimitName, type Limits } from '../../http/limits.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import { siteOf } from '../../lib/networks.ts';
import type { Devices } from './devices.ts';
import type { Proofs } from './proofs.ts';

/** The wait for a client without proofs: it gets a turn once in a while, so nobody is kept out for longer. */
const MOST_SECONDS = 60;

/** What a visitor without a session sends. */
export interface Comer {
  proof?: Proof | undefined;
  device?: string | undefined;
}

/**
 * One admitted request. It counts from its admission on, so that requests at once are no more than the limits allow;
 * `giveBack` takes that back once it turns out not to be one of those that are counted.
 */
export interface Passage {
  giveBack(): Promise<void>;
  /** Whether a known device was admitted by its own limits. */
  byDevice: boolean;
}

/** Does what was admitted; if it fails, it stays counted only where the failure `counts`. */
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

/** The limits for requests of a network, and of all networks of a site. */
interface NetworkLanes {
  network: LimitName;
  site: LimitName;
}

/** The limits for requests that concern a mailbox. */
interface Lanes extends NetworkLanes {
  device: LimitName;
  /** Of all devices that the owner knows. */
  devices: LimitName;
  mailbox: LimitName;
  turns: 'of each network' | 'of all';
}

export type SignInGate = ReturnType<typeof createSignInGate>;

/**
 * Admits requests without a token. A device on which the user has signed in before has its own limit, so that no other
 * client can use it up; where a shared limit is used up, a proof of work replaces the wait.
 */
export function createSignInGate(options: {
  limits: Limits;
  proofs: Proofs;
  devices: Devices;
  hashMailbox: HashMailbox;
}) {
  const { limits, proofs, devices, hashMailbox } = options;

  /** Counts one in a lane. Returns whether there was room. */
  const enter = ([name, key]: Lane) => limits.tryTake(name, key);
  const leave = async (lanes: readonly Lane[]) =>
    void (await Promise.all(lanes.map(([name, key]) => limits.giveBack(name, key))));

  /** Counts one in each lane; those that `admit` refuses count in none. Is told which had room. */
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

  /** The lanes of a network and, if it is one of several, of its site. */
  function networkLanes(of: NetworkLanes, network: string): Lane[] {
    const site = siteOf(network);
    const own: Lane = [of.network, network];
    return site === network ? [own] : [own, [of.site, site]];
  }

  /** Takes the turn that a network or a site has, as a whole, once it has used up its count. */
  const takeTurn = (of: NetworkLanes, network: string) =>
    limits.take('withoutProof', `${of.network} ${siteOf(network)}`);

  /** Admits a request if its network has room, and otherwise in turn or with a proof. */
  const passByNetwork = (of: NetworkLanes, { network }: Client, comer: Comer): Promise<Passage> =>
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
  async function passFor(email: string, of: Lanes, { network }: Client, comer: Comer): Promise<Passage> {
    const mailbox = hashMailbox(email);
    const device = devices.read(comer.device, email);
    if (device) {
      const known = await passKnown([
        [of.device, `${mailbox} ${device.id}`],
        [of.devices, mailbox],
      ]);
      if (known) return known;
    }
    const turn = of.turns === 'of all' ? '' : network;
    const lanes: Lane[] = [[of.mailbox, mailbox], ...networkLanes(of, network)];
    // What is counted in another lane meanwhile is given back with the others.
    return await pass(lanes, async ([forMailbox, ...forNetwork]) => {
      const isCrowded = forNetwork.includes(false);
      const isFull = !forMailbox || isCrowded;
      if (!isFull || !(await isProven(comer))) {
        // All networks together get no more turns without a proof than a person could need.
        lanes.push(['withoutProofByMailbox', mailbox]);
        if (!(await enter(lanes.at(-1)!)) && !forMailbox) throw tooMany(MOST_SECONDS);
        // A network that has used up its count has one turn for all mailboxes, or it would have one for each.
        if (isCrowded) await takeTurn(of, network);
        if (!forMailbox) await limits.take('withoutProof', `${of.mailbox} ${mailbox} ${turn}`);
      }
    });
  }

  /**
   * Returns the id of a device on which the user has signed in before, and, with a second factor since a moment, with
   * that factor: whoever had the password alone could collect any number of keys.
   */
  function knownDevice(email: string, key: string | undefined, since: Date | undefined): string | undefined {
    const device = devices.read(key, email);
    return device && device.madeAt >= (since?.getTime() ?? 0) ? device.id : undefined;
  }

  return {
    /** Counts failed sign-ins. */
    signIn: (email: string, client: Client, comer: Comer) =>
      passFor(
        email,
        {
          device: 'signInByDevice',
          devices: 'signInByDevices',
          mailbox: 'signInByMailbox',
          network: 'signInByNetwork',
          site: 'signInBySite',
          turns: 'of each network',
        },
        client,
        comer,
      ),
    /** Counts mails. Without a proof, all networks together share one turn. */
    resetMail: (email: string, client: Client, comer: Comer) =>
      passFor(
        email,
        {
          device: 'resetByDevice',
          devices: 'resetByDevices',
          mailbox: 'resetByMailbox',
          network: 'resetByNetwork',
          site: 'resetBySite',
          turns: 'of all',
        },
        client,
        comer,
      ),
    /** Counts accounts opened, and answers that an email is taken. */
    register: (client: Client, comer: Comer) =>
      passByNetwork({ network: 'accountsByNetwork', site: 'accountsBySite' }, client, comer),
    /** Counts wrong codes. */
    codeTry: (client: Client, comer: Comer) =>
      passByNetwork({ network: 'codeTryByNetwork', site: 'codeTryBySite' }, client, comer),
    knownDevice,
    /** Returns the key that this device keeps: its current one, or a new one if that does not make it known. */
    deviceKey: (email: string, key: string | undefined, since: Date | undefined): string =>
      key !== undefined && knownDevice(email, key, since) !== undefined ? key : devices.make(email),
  };
}
