import * as faces from '@herenow/contract/faces';
import * as refusals from '@herenow/contract/refusals';
import { randomUUID } from 'node:crypto';
import type { TestApp } from '@herenow/testing/start-app';
import { everyone, OK } from './authorisation-answers.ts';
import type { Cast } from './authorisation-cast.ts';
import { desk, operate } from './authorisation-desk-rows.ts';
import { row, type Row } from './authorisation-row.ts';

const selfiesOfPartner = async (app: TestApp, cast: Cast) => {
  await operate(app, cast);
  const now = app.clock.now();
  const check = { user_id: cast.actors.partner.person.id, poses: ['open-hand'], drawn_at: now, sent_at: now };
  await app.db
    .insertInto('face_checks')
    .values({ ...check, why: null, held_by: null })
    .execute();
};
const partner = ({ actors }: Cast) => ({ params: { userId: actors.partner.person.id } });
const decline = (cast: Cast) => ({
  ...partner(cast),
  body: { decision: 'decline' as const, photoId: randomUUID() },
});

/**
 * Calls of users who show their face, and of operators who check it. Columns: owner, partner, pending, stranger,
 * blocked, blocker.
 */
export const FACE_ROWS: readonly Row[] = [
  row(faces.getFaceCheck, 'one’s own', everyone(OK), () => ({})),
  row(faces.beginFaceCheck, 'one’s own', everyone(OK), () => ({})),
  row(faces.endFaceCheck, 'one’s own', everyone(OK), () => ({})),
  row(faces.sendSelfie, 'without a pose', everyone(`409 ${refusals.faceLate.text}`), () => ({
    body: { picture: 'bm90aGluZw==' },
  })),
  ...desk(faces.listFaces, () => ({})),
  ...desk(faces.openFace, partner, selfiesOfPartner),
  ...desk(faces.closeFace, decline, selfiesOfPartner),
];
