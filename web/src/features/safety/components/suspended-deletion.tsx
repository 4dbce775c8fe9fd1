import { errorText } from '../../../lib/api.ts';
import { Link } from '../../../lib/navigation.tsx';
import { deleteSuspendedAccount } from '../../accounts/index.ts';
import { Section } from '../../../ui/section.tsx';
import { DeleteAccount, settingsWords } from '../../settings/index.ts';
import { words as appealWords } from '../appeal-words.ts';

const words = appealWords.leave;

type Props = {
  /** Comes with the link of a refused sign-in; without it, the user is asked to sign in. */
  pass: string | undefined;
  onDeleted: () => void;
};

/** Lets suspended users delete their account. */
export function SuspendedDeletion({ pass, onDeleted }: Props) {
  return (
    <Section title={words.title} text={pass === undefined ? words.signIn : words.text} className="mt-10">
      {pass !== undefined && (
        <>
          <Link
            to="/delete-account"
            className="mb-3 inline-flex min-h-11 items-center text-small font-semibold text-signal-ink underline underline-offset-4"
          >
            {words.more}
          </Link>
          <DeleteAccount
            erase={() => deleteSuspendedAccount(pass)}
            explain={(error) => errorText(error, settingsWords.settings.deleteFailed)}
            onDeleted={onDeleted}
          />
        </>
      )}
    </Section>
  );
}
