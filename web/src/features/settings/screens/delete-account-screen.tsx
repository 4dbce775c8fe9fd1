import { useState } from 'react';
import { Link } from '../../../lib/navigation.tsx';
import '../../../styles/prose.css';
import { useSession } from '../../../lib/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { deleteAccount } from '../../accounts/index.ts';
import { AccountDeleted } from '../components/account-deleted.tsx';
import { DeleteAccount } from '../components/delete-account.tsx';
import { useBack } from '../use-back.ts';
import { words } from '../words.ts';

/** Explains how an account is deleted and what that means, also to visitors without a session. */
export default function DeleteAccountScreen() {
  const back = useBack();
  const { user } = useSession();
  const [deleted, setDeleted] = useState(false);
  if (deleted) return <AccountDeleted />;
  return (
    <SubPage title={words.settings.deleteAccount} onBack={back} className="prose">
      <p>{words.deletion.opening}</p>
      <section>
        <h2>{words.deletion.goneTitle}</h2>
        <ul>
          {words.deletion.gone.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{words.deletion.keptTitle}</h2>
        <ul>
          {words.deletion.kept.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <div className="mt-8">
        {user ? (
          <DeleteAccount erase={() => deleteAccount(user.id)} onDeleted={() => setDeleted(true)} />
        ) : (
          <>
            <p>{words.deletion.signInFirst}</p>
            <Link to="/login" className={buttonClass({ block: true })}>
              {words.deletion.logIn}
            </Link>
          </>
        )}
      </div>
    </SubPage>
  );
}
