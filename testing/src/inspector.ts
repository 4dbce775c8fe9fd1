import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface Inspector extends AsyncDisposable {
  /** Evaluates an expression in that process; the value must be JSON. */
  evaluate<T>(expression: string): Promise<T>;
  collectGarbage(): Promise<void>;
}

interface Answer {
  id: number;
  result?: { result?: { value?: unknown }; exceptionDetails?: unknown };
  error?: { message: string };
}

/** Connects to the inspector of a Node process started with `--inspect=127.0.0.1:PORT`. */
export async function openInspector(port: number): Promise<Inspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  await once(socket, 'open');
  let last = 0;

  async function ask(method: string, params: object = {}) {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await promise;
    const problem = error?.message ?? result?.exceptionDetails;
    if (problem !== undefined) throw new Error(JSON.stringify(problem));
    return result?.result?.value;
  }

  return {
    evaluate: async <T>(expression: string) =>
      (await ask('Runtime.evaluate', { expression, returnByValue: true })) as T,
    collectGarbage: async () => void (await ask('HeapProfiler.collectGarbage')),
    async [Symbol.asyncDispose]() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}
