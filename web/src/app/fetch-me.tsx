import { useQuery } from '@tanstack/react-query';
import { signOut } from '../features/accounts/index.ts';
import { refreshMe } from '../features/profile/index.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormSkeleton } from '../ui/skeleton.tsx';
import { words as accountWords } from './account-words.ts';
import { words } from './words.ts';

/** Fetches the user record of a signed-in user who has none on this device yet; the session then keeps it. */
export default function FetchMe({ userId }: { userId: string }) {
  const me = useQuery({ queryKey: ['me', userId], queryFn: refreshMe, gcTime: 0 });
  return (
    <main className="mx-auto max-w-lg px-5 pt-16">
      {me.isError ? (
        <>
          <ErrorState
            heading="h1"
            title={accountWords.accountFailed}
            text={words.checkNetwork}
            busy={me.isFetching}
            onRetry={() => void me.refetch()}
          />
          <Button variant="ghost" size="medium" className="mx-auto flex" onClick={() => void signOut()}>
            {accountWords.signOut}
          </Button>
        </>
      ) : (
        <FormSkeleton />
      )}
    </main>
  );
}
