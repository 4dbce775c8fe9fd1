import { isUtf8 } from 'node:buffer';
import * as refusals from '@herenow/contract/refusals';
import { tellAway } from '../../lib/away-log.ts';
import { Refused } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';

/** The user a socket acts for. */
export interface Sender {
  userId: string;
  sessionId: string;
}

/** The part of a zod schema that is needed here. */
interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: ReadonlyArray<{ path: readonly PropertyKey[]; message: string }> } };
}

/** A destination to which clients SEND. A handler throws Refused to report to the sender why it refuses. */
export interface Destination<T = unknown> {
  schema: Schema<T>;
  // Method syntax, so that handlers of all bodies fit into one table.
  handle(sender: Sender, body: T): Promise<void> | void;
}

/** Infers a handler's body from its schema. */
export const destination = <T>(definition: Destination<T>): Destination => definition;

/** Why a SEND was refused: the body for the errors queue, and the code of the refusal. */
export interface SendError {
  code: string;
  body: { destination: string; id?: string; message: string };
}

/** A SEND with a parsed body: it can run, or it is refused. */
export type PreparedSend = { run(): Promise<SendError | undefined> | undefined } | { refusal: SendError };

export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher(destinations: Readonly<Record<string, Destination>>, log: Log) {
  const known = new Map(Object.entries(destinations));

  return {
    has: (name: string) => known.has(name),
    /** Parses and checks a body. `connectionId` identifies the socket in the log. */
    prepare(name: string, sender: Sender, bytes: Buffer, connectionId: string): PreparedSend {
      const target = known.get(name);
      if (!target) throw new Error(`No handler is registered for ${name}`);
      const json = parseJson(bytes);
      if (json === undefined)
        return { refusal: sendError(name, undefined, new Refused(refusals.badSendJson)) };
      const id = idOf(json.value);
      const parsed = target.schema.safeParse(json.value);
      if (!parsed.success) return { refusal: sendError(name, id, refusedFor(parsed.error.issues)) };
      const fault = (error: unknown) => sendError(name, id, explain(error, name, sender, connectionId));
      return { run: () => run(target, sender, parsed.data, fault) };
    },
  };

  function run(target: Destination, sender: Sender, body: unknown, fault: (error: unknown) => SendError) {
    try {
      const pending = target.handle(sender, body);
      return pending?.then(() => undefined, fault);
    } catch (error) {
      return Promise.resolve(fault(error));
    }
  }

  function explain(error: unknown, name: string, { userId }: Sender, connectionId: string): Refused {
    if (error instanceof Refused) return error;
    if (tellAway(log, error)) return new Refused(refusals.away);
    log.error({ err: error, requestId: connectionId, destination: name, userId }, 'realtime handler failed');
    return new Refused(refusals.fault);
  }
}

function parseJson(bytes: Buffer): { value: unknown } | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
}

/** Returns the body’s id, by which the client finds what an error refers to. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' && value.id.length <= 100 ? value.id : undefined;
}

function refusedFor(issues: ReadonlyArray<{ path: readonly PropertyKey[]; message: string }>): Refused {
  const { path, message: problem } = issues[0]!;
  const field = path.map(String).join('.');
  return field === ''
    ? new Refused(refusals.badSend, { words: { problem } })
    : new Refused(refusals.badSendField, { words: { field, problem } });
}

/** Maps a refusal to STOMP; the only place that does. */
function sendError(destination: string, id: string | undefined, { code, message }: Refused): SendError {
  return { code, body: id === undefined ? { destination, message } : { destination, id, message } };
}
