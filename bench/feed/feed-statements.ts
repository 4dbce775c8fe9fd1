import { listFeed } from '@herenow/contract/feed';
import type { Statement } from '../lib/pgbench.ts';
import { withFeatures } from '../lib/recorded-statements.ts';
import { bodyOf, type FeedCase } from './cases.ts';
import type { Viewer } from './viewers.ts';

/** What the feed asks the database for these viewers, and before it whether their sessions live. */
export interface FeedStatements {
  session: Statement[];
  feed: Statement[];
}

/** Taken from the product itself. */
export async function statementsOf(
  url: string,
  one: FeedCase,
  viewers: readonly Viewer[],
): Promise<FeedStatements[]> {
  return await withFeatures(url, async ({ feed, accounts }, record) => {
    const found: FeedStatements[] = [];
    for (const viewer of viewers)
      found.push({
        session: await record(() => accounts.sessions.authenticate(viewer.token)),
        feed: await record(() => feed.list(viewer.id, listFeed.body.parse(bodyOf(one, viewer)))),
      });
    return found;
  });
}
