/** The rules that a random sequence of acts is checked against. */
import type { Reaction } from '@herenow/contract/entities';

export const NAMES = ['ada', 'bela', 'chidi', 'dana', 'emre'];

export type Presence = 'offline' | 'visible' | 'incognito';
export interface Pin {
  initiator: number;
  status: 'pending' | 'accepted' | 'rejected';
  /** Set once it has been looked up. */
  chatId?: string;
}

export const pairOf = (a: number, b: number) => [a, b].toSorted((one, other) => one - other).join();

export interface Written {
  id: string;
  sender: number;
  content: string;
  /** By person. */
  reactions: Map<number, NonNullable<Reaction['reaction']>>;
}

/** What should exist according to the rules: who is active, who has a chat with whom, who has blocked whom. */
export function createModel() {
  const presences: Presence[] = NAMES.map(() => 'offline');
  const pins = new Map<string, Pin>();
  const blocks = new Set<string>();
  /** Pairs in which one person has pinned the other: their history may hide them from each other for long. */
  const met = new Set<string>();
  /** By pair. */
  const messages = new Map<string, Written[]>();
  const names = [...NAMES];
  const suspended = new Set<number>();
  const blocked = (a: number, b: number) => blocks.has(`${a}>${b}`) || blocks.has(`${b}>${a}`);
  const active = (who: number) => presences[who] !== 'offline';

  return {
    presences,
    pins,
    blocks,
    met,
    messages,
    names,
    suspended,
    blocked,
    active,
    /** Whether two people can write to each other. */
    live: (a: number, b: number): boolean =>
      pins.get(pairOf(a, b))?.status === 'accepted' && active(a) && active(b),
    /** Removes the chat of two people, with its messages. */
    part(a: number, b: number): void {
      pins.delete(pairOf(a, b));
      messages.delete(pairOf(a, b));
    },
    suspend(who: number): void {
      suspended.add(who);
      presences[who] = 'offline';
      for (const other of NAMES.keys()) this.part(who, other);
    },
    leave(who: number): void {
      presences[who] = 'offline';
      for (const [pair, pin] of pins)
        if (pin.initiator === who && pin.status !== 'accepted') pins.delete(pair);
    },
    /** Whether one person may pin another as far as this model knows: a pair's history may refuse more. */
    mayPin(who: number, whom: number): boolean {
      const pin = pins.get(pairOf(who, whom));
      if (pin?.status === 'pending') return pin.initiator === whom && active(who);
      // A person who rejected a pin may pin its sender at any time.
      if (pin && (pin.status === 'accepted' || pin.initiator === who)) return false;
      return active(who) && presences[whom] === 'visible' && !blocked(who, whom);
    },
    mayAnswer(who: number, whom: number): boolean {
      const pin = pins.get(pairOf(who, whom));
      return pin?.status === 'pending' && pin.initiator === whom;
    },
    /** The state of each chat in a person's list. */
    listOf(who: number): Record<string, Pin['status']> {
      const rows = NAMES.flatMap((name, other) => {
        const pin = other === who ? undefined : pins.get(pairOf(who, other));
        return pin && (pin.status !== 'rejected' || pin.initiator === who)
          ? [[name, pin.status] as const]
          : [];
      });
      return Object.fromEntries(rows);
    },
    /** Whether a person may appear in another's feed at all. */
    mayShow: (who: number, other: number): boolean =>
      other !== who &&
      presences[other] === 'visible' &&
      !blocked(who, other) &&
      !pins.has(pairOf(who, other)),
  };
}
export type Model = ReturnType<typeof createModel>;
