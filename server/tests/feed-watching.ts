import { listFeedChanges } from '@herenow/contract/feed';
import { ok } from '@herenow/testing/encounters';
import { BERLIN, person, type Person, type PersonOptions } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';

export const someone = (app: TestApp, name: string, options: PersonOptions = {}) =>
  person(app, name, { at: BERLIN, ...options });

/** Opens a socket that watches a feed. */
export async function watching(app: TestApp, who: Person, body: object = {}): Promise<StompClient> {
  const tab = await connectStomp({ url: app.url, token: who.token });
  tab.send('/app/feed.watch', body);
  await tab.roundTrip();
  return tab;
}

export const told = ({ events }: StompClient) => events.filter(({ queue }) => queue === 'nearby').length;

export const changesOf = async (who: Person, shown: { id: string }[] = [], more: object = {}) => {
  const { json } = ok(await who.api(listFeedChanges, { body: { userId: who.id, shown, ...more } }));
  return { ...json, came: json.came.map(({ id }) => id) };
};
