import type { Pose } from '@herenow/contract/constants';
import * as faces from '@herenow/contract/faces';
import { listFeed } from '@herenow/contract/feed';
import { ok, recordOf } from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import { newOperator } from '@herenow/testing/second-factor';
import { sharedApp } from '@herenow/testing/shared-app';
import { halves, BLUE, RED } from './photos-pictures.ts';

const selfie = async () => (await halves(RED, BLUE).jpeg().toBuffer()).toString('base64');

/** Sets up an app for the file, with what people send of their faces and operators decide. */
export function facesScene() {
  const app = sharedApp({}, { pace: { accounts: 100, photos: 100 } });

  const operator = (name: string) => newOperator(app, name);
  const begin = async (who: Person) => ok(await who.api(faces.beginFaceCheck)).json;
  const send = async (who: Person) => await who.api(faces.sendSelfie, { body: { picture: await selfie() } });
  const state = async (who: Person) => ok(await who.api(faces.getFaceCheck)).json.state;
  async function sendBoth(who: Person): Promise<(Pose | null)[]> {
    const first = await begin(who);
    const second = ok(await send(who)).json;
    ok(await send(who));
    return [first.pose, second.pose];
  }
  /** Puts a check in the queue as two selfies do, without the pictures. */
  async function wait(who: Person): Promise<string> {
    await begin(who);
    const sent = app.clock.now();
    const change = "UPDATE face_checks SET selfies = '{one,two}', sent_at = $2 WHERE user_id = $1";
    await app.pool.query(change, [who.id, sent]);
    return sent.toISOString();
  }
  const firstPhoto = async (who: Person) => (await recordOf(who)).photos[0]?.id;
  const close = async (by: Person, whom: Person, decision: 'verify' | 'decline', more: object = {}) =>
    await by.api(faces.closeFace, {
      params: { userId: whom.id },
      body: { decision, photoId: await firstPhoto(whom), ...more },
    });
  const open = (by: Person, whom: Person) => by.api(faces.openFace, { params: { userId: whom.id } });
  const verifiedIn = async (viewer: Person, whom: Person, verifiedOnly = false) =>
    ok(
      await viewer.api(listFeed, { body: { userId: viewer.id, limit: 50, preferences: { verifiedOnly } } }),
    ).json.find(({ id }) => id === whom.id)?.verified;

  return { app, operator, begin, send, state, sendBoth, wait, firstPhoto, close, open, verifiedIn };
}
