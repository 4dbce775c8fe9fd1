import { isIdTaken, type NewMessage, type SendOutcome } from './send-store.ts';

type Store = (messages: readonly NewMessage[]) => Promise<readonly SendOutcome[]>;

interface Waiting {
  message: NewMessage;
  answer: PromiseWithResolvers<SendOutcome>;
}

/**
 * Maximum number of concurrent statements: with more, each would carry fewer messages at the same cost per statement.
 */
const LANES = 3;
/** Maximum number of messages in one statement. */
const MOST = 64;

/**
 * Batches messages of different chats and senders that arrive at the same time into one statement and one commit. Under
 * low load each message is stored at once and alone. The messages of one chat are stored one after the other, and so
 * are those of one sender, since they share the row of the rate limit.
 */
export function createSendQueue(store: Store): (message: NewMessage) => Promise<SendOutcome> {
  /** Two sets: a sender may name anybody’s id as that of a chat. */
  const busy = { chats: new Set<string>(), senders: new Set<string>() };
  let waiting: Waiting[] = [];
  let running = 0;

  /**
   * Takes the waiting messages of different chats and senders, sorted by chat: the order in which every node locks
   * chats.
   */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of waiting) {
      const { chatId, senderId } = one.message;
      if (batch.length === MOST || busy.chats.has(chatId) || busy.senders.has(senderId)) left.push(one);
      else {
        busy.chats.add(chatId);
        busy.senders.add(senderId);
        batch.push(one);
      }
    }
    waiting = left;
    return batch.toSorted((a, b) => (a.message.chatId < b.message.chatId ? -1 : 1));
  }

  async function storeOne(message: NewMessage): Promise<SendOutcome> {
    const attempt = async () => (await store([message]))[0]!;
    try {
      return await attempt();
    } catch (error) {
      // A concurrent statement stored the same id; the second attempt finds it.
      if (isIdTaken(error)) return await attempt();
      throw error;
    }
  }

  const alone = ({ message, answer }: Waiting) => storeOne(message).then(answer.resolve, answer.reject);

  async function carry(batch: readonly Waiting[]): Promise<void> {
    if (batch.length > 1) {
      try {
        const outcomes = await store(batch.map(({ message }) => message));
        for (const [at, { answer }] of batch.entries()) answer.resolve(outcomes[at]!);
        return;
      } catch {
        // One bad message must not fail the others: each is retried alone and gets its own error.
      }
    }
    await Promise.all(batch.map(alone));
  }

  async function work(): Promise<void> {
    running += 1;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      await carry(batch);
      for (const { message } of batch) {
        busy.chats.delete(message.chatId);
        busy.senders.delete(message.senderId);
      }
    }
    running -= 1;
  }

  return (message) => {
    const answer = Promise.withResolvers<SendOutcome>();
    waiting.push({ message, answer });
    if (running < LANES) void work();
    return answer.promise;
  };
}
