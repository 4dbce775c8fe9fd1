import { useEffect } from 'react';
import { whenIdle } from '../../../first-paint/when-idle.ts';
import { navigate, useLocation } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { askForPush } from '../../push/index.ts';
import { VisibleMoment } from '../components/visible-moment.tsx';
import { words } from '../success-words.ts';

/** The moment of becoming visible: the pin lands, people nearby light up. Asks for push permission. */
export default function PaymentSuccessScreen() {
  const me = useMe();
  const { state } = useLocation() as { state: { returnTo?: string } | null };
  // Asking the browser for its permission state would delay the first frame.
  useEffect(() => whenIdle(askForPush), []);
  return (
    <main className="mx-auto flex min-h-[calc(100dvh-var(--bar,0px))] max-w-md flex-col justify-center gutter safe-top safe-bottom">
      <div className="flex flex-1 flex-col items-center justify-center pt-4 pb-6 text-center md:mb-6 md:flex-none md:pt-16">
        <VisibleMoment me={me} />
        <h1 className="mt-6 text-display">{words.heading}</h1>
        <p className="mt-3 text-body text-soft">{words.text}</p>
      </div>
      <Button
        block
        className="mb-6"
        // The page to return to is the previous entry: going back keeps it in the history once, as it was.
        onClick={() => (state?.returnTo ? navigate(-1) : navigate('/feed', { replace: true }))}
      >
        {words.start}
      </Button>
    </main>
  );
}
