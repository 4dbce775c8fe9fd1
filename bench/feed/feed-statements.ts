import { listFeed } from '@herenow/contract/feed';
import type { Statement } from '../lib/pgbench.ts';
import { withFeatures } from '../lib/recorded-statements.ts';
import { bodyOf, type FeedCase } from './cases.ts';
import type { Viewer } from './viewers.ts';

/** The statements that check a viewer's session, and then those that read the feed. */
export interface FeedStatements {
  session: Statement[];
  feed: Statement[];
}

/** Returns the statements for each viewer, recorded from the product itself. */
export async function statementsOf(
  url: string,
  one: FeedCase,
  viewers: readonly Viewer[],
): Promise<FeedStatements[]> {
  return await withFeatures(url, async ({ feed, accounts }, record) => {
    const found: FeedStatements[] = [];
    for (const viewer of viewers) {
      const caller = accounts.sessions.claim(viewer.token)!;
      const session = await record(() => accounts.sessions.isLive(caller));
      const feedStatements = await record(() => feed.list(caller, listFeed.body.parse(bodyOf(one, viewer))));
      found.push({ session, feed: feedStatements });
    }
    return found;
  });
}
