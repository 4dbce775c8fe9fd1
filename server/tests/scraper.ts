import { FEED_END_HEADER, listFeed } from '@herenow/contract/feed';
import { distanceKm } from '@herenow/contract/geo';
import type { Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { awayFrom, crowd, sameDice, type Member } from './feed-crowd.ts';

export type Place = [number, number];

const HOUR_MS = 3_600_000;
/** As fast as a script can ask without meeting a rate limit. */
const ASKS_MS = 500;
const ROWS = 1000;

const point = (coordinates: Place) => ({ type: 'Point' as const, coordinates });
export const kmApart = (from: Place, to: Place): number => distanceKm(point(from), point(to));

/**
 * Makes people around the towns of a country of some 900 km: the second town is half as large as the first, the third a
 * third of it.
 */
export async function populate(
  app: TestApp,
  centre: Place,
  { people, towns }: { people: number; towns: number },
): Promise<{ members: Member[]; towns: Place[] }> {
  const dice = sameDice(5);
  const places = Array.from({ length: towns }, (_, index) =>
    index === 0 ? centre : awayFrom(centre, 60 + dice() * 400, dice() * 360),
  );
  const shares = places.map((_, index) => 1 / (index + 1));
  const sum = shares.reduce((total, share) => total + share, 0);
  const all = places.flatMap((place, index) =>
    Array.from({ length: Math.round((people * shares[index]!) / sum) }, () => ({
      at: awayFrom(place, dice() * dice() * 15, dice() * 360),
      minutesLeft: 170,
    })),
  );
  const members: Member[] = [];
  for (let first = 0; first < all.length; first += ROWS)
    members.push(...(await crowd(app, all.slice(first, first + ROWS))));
  return { members, towns: places };
}

/** Claims to be in town after town for an hour and fetches everyone in each, as a script. Returns whom it was shown. */
export async function scrape(app: TestApp, who: Person, towns: readonly Place[]): Promise<Set<string>> {
  const seen = new Set<string>();
  const end = app.clock.now().getTime() + HOUR_MS;
  const waits = () => app.clock.now().getTime() < end;
  // Visits the towns in the given order, round after round.
  for (let round = 0; waits(); round += 1)
    for (const town of towns) {
      let after: string | undefined;
      do {
        app.clock.moveBy(ASKS_MS);
        if (!waits()) return seen;
        const answer = await who.api(listFeed, {
          query: after === undefined ? {} : { after },
          body: {
            userId: who.id,
            limit: 50,
            preferences: { maxDistanceKm: 50 },
            location: { coordinates: town },
          },
        });
        if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
        for (const { id } of answer.json) seen.add(id);
        const next = /after=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1];
        after = next === undefined ? undefined : decodeURIComponent(next);
      } while (after !== undefined);
      // Between towns the script waits for a part of the time that a plane would take.
      app.clock.moveBy(round === 0 ? 30_000 : 120_000);
    }
  return seen;
}

/**
 * Looks at a card each 1.5 s, page after page. Returns how many people were shown, the statuses, and how the last page
 * ended.
 */
export async function scroll(app: TestApp, who: Person, seconds: number) {
  const seen = new Set<string>();
  const statuses = new Set<number>();
  let end: string | null = null;
  let after: string | undefined;
  for (let gone = 0; gone < seconds && end === null; gone += 30) {
    const answer = await who.api(listFeed, {
      query: after === undefined ? {} : { after },
      body: { userId: who.id, limit: 20, preferences: { maxDistanceKm: 50 } },
    });
    statuses.add(answer.status);
    for (const { id } of answer.json) seen.add(id);
    end = answer.headers.get(FEED_END_HEADER);
    const next = /after=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1];
    if (next !== undefined) after = decodeURIComponent(next);
    app.clock.moveBy(30_000);
  }
  return { seen: seen.size, statuses: [...statuses], end };
}
