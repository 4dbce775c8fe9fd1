import * as calls from '@herenow/contract/alerts';
import type { Mount } from '../../http/mount.ts';
import type { AlertsService } from './service.ts';

export function alertRoutes(mount: Mount, { alerts }: { alerts: AlertsService }): void {
  mount(calls.getAlert, ({ caller }) => alerts.get(caller.userId));

  mount(calls.setAlert, ({ caller, body }) => alerts.set(caller, body));

  mount(calls.clearAlert, ({ caller }) => alerts.clear(caller.userId));
}
