import { uploadPhotos } from '@herenow/contract/photos';
import { api, type ApiAnswer } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import type { Actor, Cast } from './authorisation-cast.ts';
import type { Row } from './authorisation-row.ts';
import { upload } from './photos-pictures.ts';

/** Makes the call of a row as somebody; an upload sends the picture. */
export async function askAs(
  app: TestApp,
  row: Row,
  cast: Cast,
  asker: Actor,
  picture: Buffer,
): Promise<Pick<ApiAnswer, 'status' | 'text' | 'headers'>> {
  const input = row.input(cast, asker, app);
  if (row.call === uploadPhotos) {
    const headers = asker.token === undefined ? {} : { authorization: `Bearer ${asker.token}` };
    const { userId } = input.body as unknown as { userId: string };
    return await upload(app, { ...asker.person, headers } as typeof asker.person, [picture], { userId });
  }
  return await api(app, row.call, { ...input, ...(asker.token === undefined ? {} : { token: asker.token }) });
}
