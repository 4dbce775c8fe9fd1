import type { Proof } from '@herenow/contract/accounts';
import * as refusals from '@herenow/contract/refusals';
import type { Client } from '../../http/mount.ts';
import type { LimitName, Limits } from '../../http/limits.ts';
import { Refused } from '../../lib/errors.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import type { Devices } from './devices.ts';
import type { Proofs } from './proofs.ts';

/** A client without proofs comes through once in a while: nobody is kept out for longer. */
const MOST_SECONDS = 60;

/** What somebody who is not signed in brings along. */
export interface Comer {
  proof?: Proof | undefined;
  device?: string | undefined;
}

/** One passage: what it counts by, once that is known to be due. Throws 429 where nothing more may be due. */
export interface Passage {
  count(): Promise<void>;
}

type Lane = readonly [LimitName, string];

/** What counts for a mailbox. */
interface Lanes {
  device: LimitName;
  mailbox: LimitName;
  network: LimitName;
  /** Beyond it nothing helps but a known device. */
  most?: LimitName;
  turns: 'of each network' | 'of all';
}

export type Gate = ReturnType<typeof createGate>;

/**
 * Visitors without a token pass here. A device on which the person has signed in before has a lane of its own, so
 * that nobody elsewhere can fill it; where a shared count is used up, a proof of work stands for the wait.
 */
export function createGate(options: {
  limits: Limits;
  proofs: Proofs;
  devices: Devices;
  hashMailbox: HashMailbox;
}) {
  const { limits, proofs, devices, hashMailbox } = options;
  const isFull = async ([name, key]: Lane) => (await limits.wait(name, key)) > 0;
  const passage = (lanes: readonly Lane[]): Passage => ({
    count: async () => void (await Promise.all(lanes.map(([name, key]) => limits.count(name, key)))),
  });

  /** Throws 429 unless there is room in every lane, a proof, or, by this key, a turn without one. */
  async function pass(lanes: readonly Lane[], key: string, { proof }: Comer): Promise<Passage> {
    const full = await Promise.all(lanes.map(isFull));
    if (full.includes(true) && !(proof && (await proofs.accept(proof))))
      await limits.take('withoutProof', key);
    return passage(lanes);
  }

  /** The same for what concerns a mailbox, with the lane of a known device. */
  async function passFor(email: string, lanes: Lanes, { network }: Client, comer: Comer): Promise<Passage> {
    const mailbox = hashMailbox(email);
    const device = devices.read(comer.device, mailbox);
    const own: Lane | undefined = device === undefined ? undefined : [lanes.device, `${mailbox} ${device}`];
    if (own && !(await isFull(own))) return passage([own]);
    const shared: Lane[] = [
      [lanes.mailbox, mailbox],
      [lanes.network, network],
    ];
    // Many networks together have no more turns without a proof than a person could need.
    if (!comer.proof && (await isFull(shared[0]!)) && (await isFull(['withoutProofByMailbox', mailbox])))
      throw new Refused(refusals.tooManyTries, {
        retryAfter: MOST_SECONDS,
        words: { wait: `${MOST_SECONDS} seconds` },
      });
    const turn = lanes.turns === 'of all' ? '' : network;
    const passed = await pass(shared, `${lanes.mailbox} ${mailbox} ${turn}`, comer);
    return {
      count: async () => {
        if (lanes.most) await limits.take(lanes.most, mailbox);
        await passed.count();
        if (!comer.proof) await limits.count('withoutProofByMailbox', mailbox);
      },
    };
  }

  return {
    /** Counts failures. */
    signIn: (email: string, client: Client, comer: Comer) =>
      passFor(
        email,
        {
          device: 'signInByDevice',
          mailbox: 'signInByMailbox',
          network: 'signInByNetwork',
          turns: 'of each network',
        },
        client,
        comer,
      ),
    /** Counts mails, of which many networks together get no more than one. */
    resetMail: (email: string, client: Client, comer: Comer) =>
      passFor(
        email,
        {
          device: 'resetByDevice',
          mailbox: 'resetByMailbox',
          network: 'resetByNetwork',
          most: 'resetMost',
          turns: 'of all',
        },
        client,
        comer,
      ),
    /** Counts accounts that were opened. */
    register: ({ network }: Client, comer: Comer) =>
      pass([['accountsByNetwork', network]], `register ${network}`, comer),
    /** Counts wrong codes. */
    codeTry: ({ network }: Client, comer: Comer) =>
      pass([['codeTryByNetwork', network]], `code ${network}`, comer),
    /** Names a device on which the person has signed in before; undefined: it is none. */
    knownDevice: (email: string, { device }: Comer): string | undefined =>
      devices.read(device, hashMailbox(email)),
    /** The key that this device keeps: the one it has, or a new one. */
    deviceKey(email: string, key: string | undefined): string {
      const mailbox = hashMailbox(email);
      return key !== undefined && devices.read(key, mailbox) !== undefined ? key : devices.make(mailbox);
    },
  };
}
