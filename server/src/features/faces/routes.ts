import * as calls from '@herenow/contract/faces';
import type { Mount } from '../../http/mount.ts';
import type { FacesService } from './service.ts';

export function faceRoutes(mount: Mount, { faces }: { faces: FacesService }): void {
  mount(calls.getFaceCheck, ({ caller }) => faces.find(caller.userId));
  mount(calls.beginFaceCheck, ({ caller }) => faces.begin(caller.userId));
  mount(calls.sendSelfie, ({ caller, body }) => faces.send(caller.userId, body.picture));
  mount(calls.endFaceCheck, ({ caller }) => faces.end(caller.userId));
  mount(calls.listFaces, ({ caller }) => faces.list(caller.userId));
  mount(calls.openFace, ({ caller, params }) => faces.open(caller.userId, params.userId));
  mount(calls.closeFace, ({ caller, params, body }) => faces.close(caller.userId, params.userId, body));
}
