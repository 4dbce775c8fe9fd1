import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Users } from 'lucide-react';
import { useRef } from 'react';
import { fetchAgain } from '../../../lib/fetch-again.ts';
import { goUp } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { cx } from '../../../ui/cx.ts';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { Section } from '../../../ui/section.tsx';
import { PasswordForm } from '../components/password-form.tsx';
import { SessionsList, sessionsKey } from '../components/sessions-list.tsx';
import { words } from '../words.ts';

export default function PrivacySafetyScreen() {
  const me = useMe();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = () => {
    // In the form, another Enter would send it empty.
    heading.current?.focus({ preventScroll: true });
    void fetchAgain(client, { queryKey: sessionsKey(me.id) });
  };
  return (
    <SubPage title={words.safety.title} onBack={() => goUp('/settings')}>
      <section aria-labelledby="password">
        <h2 id="password" className="text-title" tabIndex={-1} ref={heading}>
          {words.safety.passwordTitle}
        </h2>
        <p className="mt-1 mb-6 text-small text-soft">{words.safety.passwordText}</p>
        <PasswordForm onChanged={changed} />
      </section>
      <div className={cx('mt-10', listCardClass)}>
        <ListRow
          to="/two-step-sign-in"
          title={words.safety.twoStep}
          text={words.safety.twoStepText}
          icon={KeyRound}
        />
        <ListRow
          to="/share-date"
          title={words.safety.shareDate}
          text={words.safety.shareDateText}
          icon={Users}
        />
      </div>
      <Section title={words.safety.sessionsTitle} className="mt-12 flex flex-col gap-3">
        <SessionsList />
      </Section>
    </SubPage>
  );
}
