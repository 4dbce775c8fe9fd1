import type { DestinationBody } from '@herenow/contract/queue';
import { realtime, sendRealtime } from '../../lib/realtime/index.ts';

/** The connection on which the feed is watched. */
let watchedOn: unknown;

/** Tells the server which part of the feed is shown, so that it notifies this tab of changes. */
export function watchFeed(shown: DestinationBody<'/app/feed.watch'>): void {
  sendRealtime('/app/feed.watch', shown);
  watchedOn = realtime.getConnection();
}

/** A connection watches one feed at a time; an existing watch, which reaches as far, stays. */
export function watchPerson(maxDistanceKm: number): void {
  if (watchedOn !== realtime.getConnection()) sendRealtime('/app/feed.watch', { maxDistanceKm });
}
