import type { Proof } from '@herenow/contract/accounts';
import type { Client } from '../../http/mount.ts';
import { takeInTurn, tooMany, type Lane, type LimitName, type Limits } from '../../http/limits.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
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
 * One admitted request, and how to count it once the outcome is known. `count` throws 429 if a limit allows no more.
 */
export interface Passage {
  count(): Promise<void>;
  /** Whether a known device was admitted by its own limits. */
  byDevice: boolean;
}

/** The limits for requests that concern a mailbox. */
interface Lanes {
  device: LimitName;
  /** Of all devices that the owner knows. */
  devices: LimitName;
  mailbox: LimitName;
  network: LimitName;
  /** Whether the limits of known devices hold for requests at once, too. */
  strict?: true;
  turns: 'of each network' | 'of all';
}

export type Gate = ReturnType<typeof createGate>;

/**
 * Admits requests without a token. A device on which the user has signed in before has its own limit, so that no other
 * client can use it up; where a shared limit is used up, a proof of work replaces the wait.
 */
export function createGate(options: {
  limits: Limits;
  proofs: Proofs;
  devices: Devices;
  hashMailbox: HashMailbox;
}) {
  const { limits, proofs, devices, hashMailbox } = options;
  const isFull = async ([name, key]: Lane) => (await limits.wait(name, key)) > 0;
  const countAll = async (lanes: readonly Lane[]) =>
    void (await Promise.all(lanes.map(([name, key]) => limits.count(name, key))));

  /**
   * Admits a request. Throws 429 unless every limit has room, a proof is sent, or there is, by this key, a turn without
   * one.
   */
  async function pass(lanes: readonly Lane[], key: string, { proof }: Comer): Promise<Passage> {
    const full = await Promise.all(lanes.map(isFull));
    if (full.includes(true) && !(proof && (await proofs.accept(proof))))
      await limits.take('withoutProof', key);
    return { count: () => countAll(lanes), byDevice: false };
  }

  /** Does the same for what concerns a mailbox, with separate limits for known devices. */
  async function passFor(email: string, lanes: Lanes, { network }: Client, comer: Comer): Promise<Passage> {
    const mailbox = hashMailbox(email);
    const device = devices.read(comer.device, email);
    if (device) {
      const own: Lane[] = [
        [lanes.device, `${mailbox} ${device.id}`],
        [lanes.devices, mailbox],
      ];
      const full = await Promise.all(own.map(isFull));
      const count = () => (lanes.strict ? takeInTurn(limits, own) : countAll(own));
      if (!full.includes(true)) return { count, byDevice: true };
    }
    const shared: Lane[] = [
      [lanes.mailbox, mailbox],
      [lanes.network, network],
    ];
    // All networks together get no more turns without a proof than a person could need.
    if (!comer.proof && (await isFull(shared[0]!)) && (await isFull(['withoutProofByMailbox', mailbox])))
      throw tooMany(MOST_SECONDS);
    const turn = lanes.turns === 'of all' ? '' : network;
    const passed = await pass(shared, `${lanes.mailbox} ${mailbox} ${turn}`, comer);
    return {
      ...passed,
      count: async () => {
        await passed.count();
        if (!comer.proof) await limits.count('withoutProofByMailbox', mailbox);
      },
    };
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
          strict: true,
          turns: 'of all',
        },
        client,
        comer,
      ),
    /** Counts accounts opened. */
    register: ({ network }: Client, comer: Comer) =>
      pass([['accountsByNetwork', network]], `register ${network}`, comer),
    /** Counts wrong codes. */
    codeTry: ({ network }: Client, comer: Comer) =>
      pass([['codeTryByNetwork', network]], `code ${network}`, comer),
    knownDevice,
    /** Returns the key that this device keeps: its current one, or a new one if that does not make it known. */
    deviceKey: (email: string, key: string | undefined, since: Date | undefined): string =>
      key !== undefined && knownDevice(email, key, since) !== undefined ? key : devices.make(email),
  };
}
