import { isIdTaken, type NewMessage, type SendOutcome } from './send-store.ts';

type Store = (messages: readonly NewMessage[]) => Promise<ReadonlyMap<string, SendOutcome>>;

interface Waiting {
  message: NewMessage;
  answer: PromiseWithResolvers<SendOutcome | undefined>;
}

/** Statements on their way at a time. */
const LANES = 4;
/** Messages in one statement. */
const MOST = 64;

/**
 * Stores messages of different chats together when many are sent at the same time: one statement and one commit for
 * all of them. While few are sent, each goes at once and alone. A chat takes its messages one after the other.
 */
export function createSendQueue(store: Store): (message: NewMessage) => Promise<SendOutcome | undefined> {
  const busyChats = new Set<string>();
  let waiting: Waiting[] = [];
  let running = 0;

  /** Those of different chats, in the order in which every node locks them. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of waiting) {
      const { chatId } = one.message;
      if (batch.length === MOST || busyChats.has(chatId)) left.push(one);
      else {
        busyChats.add(chatId);
        batch.push(one);
      }
    }
    waiting = left;
    return batch.toSorted((a, b) => (a.message.chatId < b.message.chatId ? -1 : 1));
  }

  async function storeOne(message: NewMessage): Promise<SendOutcome | undefined> {
    const attempt = async () => (await store([message])).get(message.id);
    try {
      return await attempt();
    } catch (error) {
      // The same id was stored while the statement ran; another look finds it.
      if (isIdTaken(error)) return await attempt();
      throw error;
    }
  }

  const alone = ({ message, answer }: Waiting) => storeOne(message).then(answer.resolve, answer.reject);

  async function carry(batch: readonly Waiting[]): Promise<void> {
    if (batch.length > 1) {
      try {
        const outcomes = await store(batch.map(({ message }) => message));
        for (const { message, answer } of batch) answer.resolve(outcomes.get(message.id));
        return;
      } catch {
        // One that cannot be stored must not keep the others from it, and is told why by its own statement.
      }
    }
    await Promise.all(batch.map(alone));
  }

  async function work(): Promise<void> {
    running += 1;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      await carry(batch);
      for (const { message } of batch) busyChats.delete(message.chatId);
    }
    running -= 1;
  }

  return (message) => {
    const answer = Promise.withResolvers<SendOutcome | undefined>();
    waiting.push({ message, answer });
    if (running < LANES) void work();
    return answer.promise;
  };
}
