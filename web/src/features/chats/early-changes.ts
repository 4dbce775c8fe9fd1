import { session } from '../../lib/session.ts';
import { emit, listen } from '../../lib/window-events.ts';

/** How many changes are kept; those of a message that is on its way are among the latest. */
const MOST = 100;

/** Changes of messages by message and kind: each kind of change replaces an earlier one. */
const changes = new Map<string, { id: string; repeat: () => void }>();

function keep(name: string, id: string, repeat: () => void): void {
  changes.delete(name + id);
  changes.set(name + id, { id, repeat });
  if (changes.size > MOST) changes.delete(changes.keys().next().value!);
}

// Published by another node, a change may arrive before its message, and then changes nothing.
for (const name of ['edit-message', 'delete-message', 'status', 'reaction'] as const)
  listen(name, (change) => keep(name, change.id, () => emit(name, change as never)));

listen('message', ({ id }) => {
  const early = [...changes.values()].filter((change) => change.id === id);
  // Once the message itself has been added.
  queueMicrotask(() => early.forEach(({ repeat }) => repeat()));
});

let { userId } = session.get();
session.subscribe(() => {
  if (session.get().userId === userId) return;
  ({ userId } = session.get());
  changes.clear();
});
