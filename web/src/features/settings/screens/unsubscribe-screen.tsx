import { unsubscribe } from '@herenow/contract/news';
import { useMutation } from '@tanstack/react-query';
import { Mail, ToggleRight } from 'lucide-react';
import { api, errorText } from '../../../lib/api.ts';
import { useParams } from '../../../lib/navigation.tsx';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { LinkPage } from '../../../ui/link-page.tsx';
import { Points } from '../../../ui/points.tsx';
import { words } from '../words.ts';

/** Unsubscribes from news by the link in a mail. Opening the page changes nothing, since programs open links, too. */
export default function UnsubscribeScreen() {
  const { token = '' } = useParams();
  const stop = useMutation({ mutationFn: () => api(unsubscribe, { body: { token } }) });
  if (stop.isSuccess)
    return (
      <LinkPage scene="done" title={words.unsubscribe.doneTitle}>
        <p className="mt-2 text-body text-soft">{words.unsubscribe.doneText}</p>
      </LinkPage>
    );
  return (
    <LinkPage title={words.unsubscribe.title}>
      <p className="mt-2 mb-8 text-body text-soft">{words.unsubscribe.text}</p>
      <Points
        points={[
          { icon: Mail, title: words.unsubscribe.accountTitle, text: words.unsubscribe.account },
          { icon: ToggleRight, title: words.unsubscribe.againTitle, text: words.unsubscribe.again },
        ]}
      />
      <div className="mt-9 flex flex-col gap-2.5">
        <InlineError>{stop.isError && errorText(stop.error, words.unsubscribe.failed)}</InlineError>
        <Button
          block
          busy={stop.isPending}
          busyText={words.unsubscribe.stopping}
          onClick={() => stop.mutate()}
        >
          {words.unsubscribe.stop}
        </Button>
      </div>
    </LinkPage>
  );
}
