import type { Bus } from '../bus/bus.ts';
import type { Connection } from './connection.ts';
import type { Sender } from './destinations.ts';

export interface Member {
  connection: Connection;
  userId: string;
  sessionId: string;
  /** Drops the socket without a closing handshake. */
  terminate(): void;
}

interface Person {
  members: Set<Member>;
  reachable: Promise<void> | void;
}

/** The users with sockets at this node, and whether the bus already delivers to them. */
export interface Members {
  /** Starts to receive for the user unless that has happened; settles when it has. */
  reach(userId: string): Promise<void> | void;
  add(member: Member): void;
  remove(member: Member): void;
  of(userId: string): ReadonlySet<Member>;
  /** Returns the member with this sender. */
  find(sender: Sender): Member | undefined;
  all(): Iterable<Member>;
  readonly connections: number;
}

const NOBODY: ReadonlySet<Member> = new Set();

export function createMembers(bus: Pick<Bus, 'join' | 'leave'>): Members {
  const persons = new Map<string, Person>();
  const members = new Set<Member>();

  function find(userId: string): Person {
    const known = persons.get(userId);
    if (known) return known;
    const reachable = bus.join(userId);
    // A client learns of a failure when it connects; until then nothing awaits the promise.
    if (reachable) reachable.catch(() => {});
    const person: Person = { members: new Set(), reachable };
    persons.set(userId, person);
    return person;
  }

  return {
    reach: (userId) => find(userId).reachable,
    add(member) {
      members.add(member);
      find(member.userId).members.add(member);
    },
    remove(member) {
      const person = persons.get(member.userId);
      if (!members.delete(member) || !person) return;
      person.members.delete(member);
      if (person.members.size > 0) return;
      persons.delete(member.userId);
      bus.leave(member.userId);
    },
    of: (userId) => persons.get(userId)?.members ?? NOBODY,
    find: (sender) =>
      [...(persons.get(sender.userId)?.members ?? NOBODY)].find(
        ({ connection }) => connection.sender === sender,
      ),
    all: () => members,
    get connections() {
      return members.size;
    },
  };
}
