import { QUEUES } from '@herenow/contract/queue';
import { isExactly } from '../../lib/allow-list.ts';
import type { Log } from '../../lib/log.ts';
import type { Bus } from './bus.ts';

/**
 * Publishes an event only if it carries exactly what the contract names, and logs any other as a fault (tests and
 * development). Such an event is dropped: rejecting it would keep it in the outbox, ahead of later ones.
 */
export function strictEvents(publish: Bus['publish'], log: Log): Bus['publish'] {
  return async (message) => {
    const schema = (QUEUES as Partial<Record<string, (typeof QUEUES)[keyof typeof QUEUES]>>)[message.queue];
    if (schema && isExactly(schema, JSON.parse(message.body))) return await publish(message);
    log.error({ queue: message.queue }, 'event carries other than what the contract names');
  };
}
