import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import {
  DISTANCE_STEPS_KM,
  FEED_PAGE,
  FEED_PAGE_MAX,
  FEED_SHOWN_MAX,
  MAX_AGE,
  MAX_HIDDEN_IDS,
  MIN_AGE,
  PRONOUNS,
} from './constants.ts';
import { byRule, feedItem, id, listOf, point, pointInput, pronouns, timestamp } from './entities.ts';
import { orElse } from './optional.ts';
import { distanceKm } from './profile.ts';
import { ageBoundsProblem } from './ages.ts';
import { normalizeIdeas } from './rules.ts';
import * as refusals from './refusals.ts';

/** Zero or no value means no bound. */
const ageBound = z.nullish(
  z.int(refusals.ageWhole.text).check(
    z.refine((age) => age === 0 || age >= MIN_AGE, refusals.ageLow.text),
    z.lte(MAX_AGE, refusals.ageHigh.text),
  ),
);
/** A pattern is cheap; a schema would create an error for each entry that it refuses. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Accepts long lists, but keeps only the ids among their first entries. */
const ids = z.pipe(
  listOf(z.unknown(), 100_000),
  z.transform((list: unknown[]) =>
    list
      .slice(0, MAX_HIDDEN_IDS)
      .filter((entry): entry is string => typeof entry === 'string' && ID.test(entry))
      .map((entry) => entry.toLowerCase()),
  ),
);

export const filter = z
  .object({
    gender: z.nullish(listOf(pronouns, 10 * PRONOUNS.length)),
    minAge: ageBound,
    maxAge: ageBound,
    maxDistanceKm: z.nullish(distanceKm),
    /** Only people whose photos an operator verified. */
    verifiedOnly: z.nullish(z.boolean()),
    interestedIn: z.nullish(
      z.pipe(
        listOf(z.string(), 100),
        z.transform((ideas: string[]) => normalizeIdeas(ideas)),
      ),
    ),
  })
  .check(byRule(({ minAge, maxAge }) => ageBoundsProblem(minAge, maxAge)));

/**
 * The response header of a page that omits visible people: `for-now` says that the account has reached the number of
 * people it may be shown in an hour or a day. People it has seen in this time are still shown.
 */
export const FEED_END_HEADER = 'herenow-feed-end';

/** The end of a page: the cells of the viewer and of the last person, and that person's id. */
export const feedCursor = z
  .string()
  .check(z.regex(/^[0-9a-f]{15}\.[0-9a-f]{15}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

export const listFeed = call({
  method: 'POST',
  path: '/api/feed',
  bound: { rate: 'feed', body: BODY.lists },
  summary:
    'Visible people near a position, nearest first. Lists in the request can only hide more people. A full page names the next in a Link header (rel="next"): by its `after`, unlike by `skip`, nobody is left out or shown twice while people come and go.',
  query: z.object({ after: z.optional(feedCursor) }),
  body: z.object({
    userId: id,
    skip: orElse(z.int().check(z.gte(0), z.lte(100_000)), 0),
    limit: orElse(z.int().check(z.gte(1), z.lte(FEED_PAGE_MAX)), FEED_PAGE),
    preferences: z.nullish(filter),
    blockedUsers: z.nullish(ids),
    blockedByOthers: z.nullish(ids),
    rejectedUsers: z.nullish(ids),
    pinnedUsers: z.nullish(ids),
    /** The position from which the viewer looks; by default the last one that this device reported. */
    location: z.nullish(pointInput),
  }),
  answer: listOf(feedItem, FEED_PAGE_MAX),
  headers: {
    link: 'The next page (rel="next"); absent after the last one.',
    [FEED_END_HEADER]:
      '`for-now`: more people are visible, but the account has seen as many as it may for now.',
  },
  actsAs: ['userId'],
  refusals: [refusals.ageBounds, refusals.registrationUnfinished],
});

/** Marks the last change near the viewer's cell that an answer includes. */
const changesMark = z.string().check(z.regex(/^[\w-]{20,120}$/));

/** A person whom the client shows, as it shows them. */
const shown = z.object({
  id,
  onlineUntil: z.nullish(z.string()),
  location: z.nullish(pointInput),
  /** The `cardMark` of the rest. */
  card: z.nullish(z.uint32()),
});
/** What a card shows besides where somebody is and until when. */
const card = z.omit(feedItem, { id: true, onlineUntil: true, location: true });

export const listFeedChanges = call({
  method: 'POST',
  path: '/api/feed/changes',
  bound: { rate: 'feed', body: BODY.lists },
  summary:
    'What has changed in a feed since it was fetched: who came, who is gone, and who moved, stays longer or looks different. Ask after `/user/queue/nearby` and after connecting again.',
  body: z.object({
    userId: id,
    /** As in the feed. */
    preferences: z.nullish(filter),
    shown: listOf(shown, FEED_SHOWN_MAX),
    /** The `after` of the next page; null if the last page was fetched. Changes beyond it are not reported. */
    until: z.nullish(feedCursor),
    /** The `asOf` of the previous answer, if only `nearby` has announced changes since: makes the request cheap. */
    since: z.nullish(changesMark),
  }),
  answer: z.object({
    /** Null: the viewer's position is unknown. */
    asOf: z.nullable(changesMark),
    came: listOf(feedItem, FEED_PAGE_MAX),
    /** More people came or look different: repeat the request, without `since`, with these as they are shown by now. */
    more: z.boolean(),
    gone: listOf(id, FEED_SHOWN_MAX),
    /** With the `card` of whoever was shown with another one, of at most a page. */
    changed: listOf(
      z.object({ id, onlineUntil: timestamp, location: point, card: z.optional(card) }),
      FEED_SHOWN_MAX,
    ),
    /** The viewer's position has changed: the feed starts over. */
    moved: z.boolean(),
  }),
  actsAs: ['userId'],
  refusals: [refusals.ageBounds, refusals.registrationUnfinished],
});

export const countFeed = call({
  method: 'POST',
  path: '/api/feed/count',
  bound: { rate: 'feed', body: BODY.small },
  summary:
    'How many people a feed with a filter would show within some distances, from where this device looks. Up to 20 are counted, and count as shown: a count costs what the page costs.',
  body: z.object({
    userId: id,
    /** As in the feed; its distance is ignored. */
    preferences: z.nullish(filter),
    distances: listOf(distanceKm, DISTANCE_STEPS_KM.length).check(z.minLength(1)),
  }),
  /** Ordered by distance. */
  answer: listOf(
    z.object({
      maxDistanceKm: z.number(),
      /** Null: fewer than five, and the account has not been shown all of them. */
      people: z.nullable(z.int()),
      /** There are more people than these. */
      more: z.boolean(),
    }),
    DISTANCE_STEPS_KM.length,
  ),
  actsAs: ['userId'],
  refusals: [refusals.ageBounds, refusals.registrationUnfinished],
});
