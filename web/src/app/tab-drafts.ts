import { SIGNED_OUT } from '../lib/form-drafts.ts';
import { session } from '../lib/session.ts';
import { forgetUser, tabStore } from '../lib/storage.ts';

/** The key of the user who was signed in last in this tab. */
const OWNER = 'owner';

/** After a session that ended elsewhere, drafts stay in their tab for the user who wrote them, and for nobody else. */
function keepFromOthers(): void {
  const { userId } = session.get();
  const owner = tabStore.read(OWNER);
  if (!userId || userId === owner) return;
  if (owner) forgetUser(tabStore);
  tabStore.write(OWNER, userId);
}
keepFromOthers();
session.subscribe(keepFromOthers);

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === SIGNED_OUT && newValue) forgetUser(tabStore);
});
