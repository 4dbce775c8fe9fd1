import type { Bus } from '../bus/bus.ts';
import type { Connection } from './connection.ts';
import type { Sender } from './destinations.ts';

export interface Member {
  connection: Connection;
  userId: string;
  sessionId: string;
  /** Returns the bytes that wait for its client to read them. */
  unread(): number;
  /** Drops the socket because its client reads too slowly. */
  cutOff(): void;
  /** Drops the socket without a closing handshake. */
  terminate(): void;
}

interface Person {
  members: Set<Member>;
  reachable: Promise<void> | void;
}

export type Members = ReturnType<typeof createMembers>;

const NOBODY: ReadonlySet<Member> = new Set();

/** The users with sockets on this node, and whether the bus already delivers to them. */
export function createMembers(bus: Pick<Bus, 'join' | 'leave'>) {
  const persons = new Map<string, Person>();
  const members = new Set<Member>();
  const sessions = new Map<string, Set<Member>>();

  const find = (userId: string): Person =>
    persons.getOrInsertComputed(userId, () => {
      const reachable = bus.join(userId);
      // A client learns of a failure when it connects; until then nothing awaits the promise.
      if (reachable) reachable.catch(() => {});
      return { members: new Set(), reachable };
    });

  return {
    /** Starts to receive for the user, unless that has happened; settles once it has. */
    reach: (userId: string) => find(userId).reachable,
    add(member: Member): void {
      members.add(member);
      sessions.getOrInsertComputed(member.sessionId, () => new Set()).add(member);
      find(member.userId).members.add(member);
    },
    remove(member: Member): void {
      const person = persons.get(member.userId);
      if (!members.delete(member) || !person) return;
      const ofSession = sessions.get(member.sessionId);
      ofSession?.delete(member);
      if (ofSession?.size === 0) sessions.delete(member.sessionId);
      person.members.delete(member);
      if (person.members.size > 0) return;
      persons.delete(member.userId);
      bus.leave(member.userId);
    },
    of: (userId: string) => persons.get(userId)?.members ?? NOBODY,
    find: (sender: Sender) =>
      [...(persons.get(sender.userId)?.members ?? NOBODY)].find(
        ({ connection }) => connection.sender === sender,
      ),
    all: (): Iterable<Member> => members,
    ofSession: (sessionId: string) => sessions.get(sessionId) ?? NOBODY,
    sessionIds: () => [...sessions.keys()],
    get connections() {
      return members.size;
    },
  };
}
