import { appeal, getDecision, type Decision } from '@herenow/contract/appeals';
import { APPEAL_WORDS_MAX } from '@herenow/contract/constants';
import { linkOver } from '@herenow/contract/refusals';
import { PASS_SEPARATOR } from '@herenow/contract/suspended';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, errorText, isRefusal } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/clock.ts';
import { fetchAgain } from '../../../lib/fetch-again.ts';
import { useDraft } from '../../../lib/form-drafts.ts';
import { Link, useLocation } from '../../../lib/navigation.tsx';
import { useSession } from '../../../lib/session.ts';
import { screenForStep } from '../../../setup-pages.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { LinkPage } from '../../../ui/link-page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { AccountDeleted } from '../../settings/index.ts';
import { words } from '../appeal-words.ts';
import { SuspendedDeletion } from '../components/suspended-deletion.tsx';
import { SuspendedReports } from '../components/suspended-reports.tsx';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
const DAY_MS = 86_400_000;

/**
 * Shows a moderation decision and the form to appeal it. The link is enough: no session is needed. A mailed link has the
 * token in its address. A sign-in leaves it in the state of the history entry, since an address stays in the history of
 * the browser for whoever uses it next.
 */
export default function AppealScreen() {
  const { hash, state } = useLocation() as { hash: string; state: string | null };
  const [token = '', pass] = (hash.slice(1) || (state ?? '')).split(PASS_SEPARATOR);
  const { user } = useSession();
  const [deleted, setDeleted] = useState(false);
  const decision = useQuery({
    queryKey: ['decision', token],
    queryFn: ({ signal }) => api(getDecision, { body: { token }, signal }),
    retry: false,
  });
  if (deleted) return <AccountDeleted />;
  return (
    <LinkPage title={words.title}>
      <div className="mt-6">
        {isRefusal(decision.error, linkOver) ? (
          <p>{linkOver.text}</p>
        ) : (
          <Loaded query={decision} failed={errorText(decision.error, words.failed)}>
            {(told) => (
              <>
                <Told decision={told} />
                {told.state === 'open' && <Appeal key={token} token={token} />}
                {told.action === 'suspend' && told.state !== 'granted' && (
                  <>
                    <SuspendedReports token={token} pass={pass} />
                    <SuspendedDeletion pass={pass} onDeleted={() => setDeleted(true)} />
                  </>
                )}
              </>
            )}
          </Loaded>
        )}
      </div>
      {user && (
        <Link
          to={screenForStep(user.registrationStep)}
          className={cx(buttonClass({ block: true, variant: 'ghost' }), 'mt-4')}
        >
          {words.goOn}
        </Link>
      )}
    </LinkPage>
  );
}

function didOf({ action, days, texts }: Decision): string | undefined {
  if (days !== null) return words.suspendedFor(days);
  if (action === 'remove-name') return words.removed[texts.length > 1 ? 'both' : (texts[0] ?? 'both')];
  return words.did[action];
}

/** Returns when a suspension that still lasts ends. */
function endOf({ days, created, state }: Decision): Date | undefined {
  if (days === null || state === 'granted') return undefined;
  const end = Date.parse(created) + days * DAY_MS;
  return end > serverNow() ? new Date(end) : undefined;
}

function Told({ decision }: { decision: Decision }) {
  const { why, created, state } = decision;
  const end = endOf(decision);
  return (
    <>
      <section className="rounded-card bg-sunken p-5">
        <p className="text-title font-semibold text-balance">{didOf(decision)}</p>
        <p className="mt-1 text-small text-soft">{words.on(DAY.format(new Date(created)))}</p>
        {end && <p className="text-small text-soft">{words.ends(MOMENT.format(end))}</p>}
        <h2 className="mt-5 text-small text-soft">{words.why}</h2>
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {why || words.noWhy}
        </p>
      </section>
      {state !== 'open' && (
        <p role="status" className="mt-6 rounded-field border border-line bg-raised p-4">
          {words.state[state]}
        </p>
      )}
    </>
  );
}

function Appeal({ token }: { token: string }) {
  const client = useQueryClient();
  // Each decision has words of its own.
  const draft = useDraft(`appeal:${token}`, { text: '' });
  const { text } = draft.fields;
  const send = useMutation({
    mutationFn: () => api(appeal, { body: { token, words: text } }),
    onSuccess: () => draft.clear(),
    // Also after a refusal: an earlier try may have arrived.
    onSettled: () => fetchAgain(client, { queryKey: ['decision', token] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form className="mt-8 flex flex-col gap-4" onSubmit={submit}>
      <p>{words.ask}</p>
      <TextArea
        label={words.label}
        maxLength={APPEAL_WORDS_MAX}
        value={text}
        onChange={({ target }) => draft.change({ text: target.value })}
      />
      <InlineError>{send.isError && errorText(send.error, words.sendFailed)}</InlineError>
      <Button type="submit" block busy={send.isPending} busyText={words.sending}>
        {words.send}
      </Button>
    </form>
  );
}
