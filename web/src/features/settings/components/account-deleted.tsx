import { LinkPage } from '../../../ui/link-page.tsx';
import { words } from '../words.ts';

/** Takes the place of the page on which somebody has just deleted their account. */
export function AccountDeleted() {
  return (
    <LinkPage title={words.deletion.doneTitle} scene="gone">
      <p className="mt-2 text-body text-soft">{words.deletion.doneText}</p>
    </LinkPage>
  );
}
