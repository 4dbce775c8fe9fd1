/** The bench's side of its load process. */
import { endProcess } from '@herenow/testing/server-process';
import { fork } from 'node:child_process';
import path from 'node:path';
import type { Answer, CommandName, HttpOutcome, LoadCommands, Request } from './load-protocol.ts';

export interface Load extends AsyncDisposable {
  run<C extends CommandName>(name: C, input: LoadCommands[C]['input']): Promise<LoadCommands[C]['output']>;
}

export function startLoad(): Load {
  const child = fork(path.join(import.meta.dirname, 'load-process.ts'));
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;

  child.on('message', (answer: Answer) => {
    const waiting = pending.get(answer.id);
    pending.delete(answer.id);
    if ('error' in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.output);
  });
  child.on('exit', () => {
    for (const { reject } of pending.values()) reject(new Error('The load process ended.'));
  });

  return {
    async run(name, input) {
      const id = ++lastId;
      const answer = Promise.withResolvers<unknown>();
      pending.set(id, answer);
      child.send({ id, name, input } satisfies Request);
      return (await answer.promise) as LoadCommands[typeof name]['output'];
    },
    [Symbol.asyncDispose]: () => endProcess(child, 'SIGKILL'),
  };
}

/** Returns the outcome of HTTP requests. Throws unless each was answered with 200. */
export function allAnswered(outcome: HttpOutcome): HttpOutcome {
  if (Object.keys(outcome.statuses).some((status) => status !== '200'))
    throw new Error(`Not everything was answered: ${JSON.stringify(outcome.statuses)}`);
  return outcome;
}
