import { unsubscribe } from '@herenow/contract/news';
import { useMutation } from '@tanstack/react-query';
import { api, errorText } from '../../../lib/api.ts';
import { useParams } from '../../../lib/navigation.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { LinkPage } from '../../../ui/link-page.tsx';
import { words } from '../words.ts';

/** Unsubscribes from news by the link in a mail. Opening the page changes nothing, since programs open links, too. */
export default function UnsubscribeScreen() {
  const { token = '' } = useParams();
  const stop = useMutation({ mutationFn: () => api(unsubscribe, { body: { token } }) });
  if (stop.isSuccess)
    return (
      <EmptyState heading="h1" page title={words.unsubscribe.doneTitle} text={words.unsubscribe.doneText} />
    );
  return (
    <LinkPage title={words.unsubscribe.title}>
      <p className="mt-3 mb-6 text-soft">{words.unsubscribe.text}</p>
      <InlineError>{stop.isError && errorText(stop.error, words.unsubscribe.failed)}</InlineError>
      <Button
        block
        className="mt-4"
        busy={stop.isPending}
        busyText={words.unsubscribe.stopping}
        onClick={() => stop.mutate()}
      >
        {words.unsubscribe.stop}
      </Button>
    </LinkPage>
  );
}
