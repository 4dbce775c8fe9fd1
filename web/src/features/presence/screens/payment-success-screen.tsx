import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { PinScene } from '../../../ui/pin-scene.tsx';
import { usePushPermission } from '../../push/index.ts';
import { words } from '../words.ts';

/** Confirms that the presence has begun and asks for the push permission, once it makes sense. */
export default function PaymentSuccessScreen() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { returnTo?: string } | null };
  usePushPermission();
  return (
    <main className="mx-auto flex min-h-[calc(100dvh-var(--bar,0px))] max-w-md flex-col justify-center gutter safe-top safe-bottom">
      <div className="flex flex-1 flex-col items-center justify-center text-center md:mb-12 md:flex-none">
        <PinScene drop className="w-[min(18rem,70vw)]" />
        <h1 className="mt-8 text-display">{words.success.heading}</h1>
        <p className="mt-3 text-body text-soft">{words.success.text}</p>
      </div>
      <Button
        block
        className="mb-6"
        // The page one came from is the one before this: going back leaves it once in the history, as it was.
        onClick={() => void (state?.returnTo ? navigate(-1) : navigate('/feed', { replace: true }))}
      >
        {words.success.start}
      </Button>
    </main>
  );
}
