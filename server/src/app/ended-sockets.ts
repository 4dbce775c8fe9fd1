import type { Hub } from '../realtime/sockets/hub.ts';

export type OpenSessions = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Closes sockets of sessions whose end this node did not hear of: the bus or the node that ended them was away. */
export async function closeEndedSockets(
  hub: Pick<Hub, 'closeSession' | 'sessionIds'>,
  openSessions: OpenSessions,
): Promise<void> {
  const ids = hub.sessionIds();
  if (ids.length === 0) return;
  const open = await openSessions(ids);
  for (const id of ids) if (!open.has(id)) hub.closeSession(id);
}
