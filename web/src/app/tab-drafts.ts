import { KEEPS_DRAFTS } from '../lib/keeps-drafts.ts';
import { session } from '../lib/session.ts';
import { deviceStore, forgetUser, tabStore } from '../lib/storage.ts';

/** The key of the user who was signed in last in this tab. */
const OWNER = 'owner';

/**
 * After a session that ended elsewhere, drafts stay in their tab for the user who wrote them, and for nobody else. This
 * runs also when a page comes back from the back/forward cache, where it has heard nothing.
 */
function keepFromOthers(): void {
  const { userId } = session.get();
  const owner = tabStore.read(OWNER);
  if (userId === owner || (!userId && deviceStore.read(KEEPS_DRAFTS))) return;
  if (owner) forgetUser(tabStore);
  if (!userId) return;
  tabStore.write(OWNER, userId);
  deviceStore.write(KEEPS_DRAFTS, 'yes');
}
keepFromOthers();
session.subscribe(keepFromOthers);
