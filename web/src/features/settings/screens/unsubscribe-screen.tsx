import { unsubscribe } from '@herenow/contract/news';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api, errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

const words = {
  title: 'News and updates',
  text: 'You get no more news from us once you press the button. Mails about your account still come. You can switch news on again in the settings.',
  stop: 'Send Me No News',
  stopping: 'Switching off...',
  failed: 'That did not work. Please try again.',
  doneTitle: 'No more news',
  doneText: 'You get no more news from us.',
} as const;

/** Switches news off for whoever has the link of a mail. Opening the page alone changes nothing: programs open links, too. */
export default function UnsubscribeScreen() {
  const { token = '' } = useParams();
  const stop = useMutation({ mutationFn: () => api(unsubscribe, { body: { token } }) });
  if (stop.isSuccess) return <EmptyState heading="h1" page title={words.doneTitle} text={words.doneText} />;
  return (
    <>
      <PageHeader title={words.title} />
      <main className="mx-auto w-full max-w-2xl px-5 pt-4 pb-16">
        <p className="mb-6">{words.text}</p>
        <InlineError>{stop.isError && errorText(stop.error, words.failed)}</InlineError>
        <Button
          block
          className="mt-4"
          busy={stop.isPending}
          busyText={words.stopping}
          onClick={() => stop.mutate()}
        >
          {words.stop}
        </Button>
      </main>
    </>
  );
}
