import { unsubscribe } from '@herenow/contract/news';
import { useMutation } from '@tanstack/react-query';
import { api, errorText } from '../../../lib/api.ts';
import { useParams } from '../../../lib/navigation.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PinMark } from '../../../ui/pin-mark.tsx';
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
    <>
      <PageHeader title={words.unsubscribe.title} action={<PinMark className="me-3 size-8 text-signal" />} />
      <main className="mx-auto w-full max-w-2xl px-5 pt-4 pb-16">
        <p className="mb-6">{words.unsubscribe.text}</p>
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
      </main>
    </>
  );
}
