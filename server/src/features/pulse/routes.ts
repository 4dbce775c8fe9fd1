import { getPulse } from '@herenow/contract/pulse';
import type { Mount } from '../../http/mount.ts';
import type { PulseService } from './service.ts';

export function pulseRoutes(mount: Mount, { pulse }: { pulse: PulseService }): void {
  mount(getPulse, ({ caller, query }) => pulse.read(caller.userId, query.minutes));
}
