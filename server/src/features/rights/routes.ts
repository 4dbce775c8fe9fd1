import * as calls from '@herenow/contract/rights';
import type { Mount } from '../../http/mount.ts';
import type { RightsService } from './service.ts';

export function rightsRoutes(mount: Mount, { rights }: { rights: RightsService }): void {
  mount(calls.requestExport, ({ caller }) => rights.requestExport(caller.userId));
  mount(calls.getExport, ({ caller }) => rights.findExport(caller.userId));
  mount(calls.downloadExport, ({ caller }) => rights.download(caller.userId));
}
