/** Carries out the commands of the bench: opens sockets, sends, counts and measures. */
import { createEvening } from '../evening/evening-load.ts';
import { createAttackers } from '../flood/attackers.ts';
import { createHttpLoad } from './paced-requests.ts';
import { createLiveLoad } from './live-load.ts';
import type { CommandName, LoadCommands, Request } from './load-protocol.ts';

type Commands = {
  [C in CommandName]: (input: LoadCommands[C]['input']) => Promise<LoadCommands[C]['output']>;
};

const live = createLiveLoad();
const http = createHttpLoad(live);
const commands: Commands = { ...live.commands, http, ...createEvening(), ...createAttackers() };

process.on('message', ({ id, name, input }: Request) => {
  const command = commands[name] as (input: unknown) => Promise<unknown>;
  command(input).then(
    (output) => process.send!({ id, output }),
    (error: unknown) => process.send!({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
