import type { FormerChat } from '@herenow/contract/former-chats';
import { linkOver } from '@herenow/contract/refusals';
import { listFormerChatsSuspended, reportSuspended } from '@herenow/contract/suspended';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText, isRefusal } from '../../../lib/api.ts';
import { Link } from '../../../lib/navigation.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { words as appealWords } from '../appeal-words.ts';
import { words } from '../words.ts';
import { FormerList } from './former-list.tsx';
import { ReportSheet } from './report-sheet.tsx';

type Props = {
  /** The token of the decision, which only the suspended person has. */
  token: string;
  /** Comes with the link of a refused sign-in; without it, the user is asked to sign in. */
  pass: string | undefined;
};

/** Lets suspended users report the people of their pins and chats. */
export function SuspendedReports({ token, pass }: Props) {
  return (
    <Section title={appealWords.report.title} className="mt-10">
      {pass === undefined ? <SignInFirst /> : <People token={token} pass={pass} />}
    </Section>
  );
}

function SignInFirst() {
  return (
    <>
      <p className="mt-1 text-small text-soft">{appealWords.report.signIn}</p>
      <Link
        to="/login"
        className="inline-flex min-h-11 items-center text-small font-semibold text-signal-ink underline underline-offset-4"
      >
        {appealWords.report.logIn}
      </Link>
    </>
  );
}

function People({ token, pass }: { token: string; pass: string }) {
  const [about, setAbout] = useState<FormerChat>();
  const [open, setOpen] = useState(false);
  const former = useQuery({
    queryKey: ['former-chats', pass],
    queryFn: ({ signal }) => api(listFormerChatsSuspended, { body: { pass }, signal }),
    retry: false,
  });
  if (isRefusal(former.error, linkOver)) return <SignInFirst />;
  return (
    <Loaded query={former} failed={errorText(former.error, words.former.failed)}>
      {(people) => (
        <>
          <p className="mt-1 text-small text-soft">
            {people.length === 0 ? appealWords.report.nobody : appealWords.report.text}
          </p>
          {people.length > 0 && (
            <FormerList
              people={people}
              onReport={(one) => {
                setAbout(one);
                setOpen(true);
              }}
            />
          )}
          {about && (
            <ReportSheet
              // A draft about one person must not show up in a report of another.
              key={about.id}
              open={open}
              onClose={() => setOpen(false)}
              name={about.name}
              draft={`report:${token}:${about.id}`}
              send={(said) => api(reportSuspended, { body: { pass, reportedUserId: about.id, ...said } })}
              explain={errorText}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
