import { QUEUES } from '@herenow/contract/queue';
import { isExactly } from '../../lib/allow-list.ts';
import type { Log } from '../../lib/log.ts';
import type { Bus } from './bus.ts';

/**
 * Lets an event out only if it carries exactly what the contract names, and logs one that does not as a fault (tests
 * and development). It is dropped: refusing it would keep it in the outbox, before those that come after it.
 */
export function strictEvents(publish: Bus['publish'], log: Log): Bus['publish'] {
  return async (message) => {
    const schema = (QUEUES as Partial<Record<string, (typeof QUEUES)[keyof typeof QUEUES]>>)[message.queue];
    if (schema && isExactly(schema, JSON.parse(message.body))) return await publish(message);
    log.error({ queue: message.queue }, 'event carries other than what the contract names');
  };
}
