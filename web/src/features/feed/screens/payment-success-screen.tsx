import { useEffect, useRef } from 'react';
import { whenIdle } from '../../../first-paint/when-idle.ts';
import { serverNow } from '../../../lib/clock.ts';
import { navigate, useLocation } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { statusOf } from '../../presence/index.ts';
import { askForPush } from '../../push/index.ts';
import { VisibleMoment } from '../components/visible-moment.tsx';
import { words } from '../success-words.ts';

/** The moment of becoming visible: the pin lands, people nearby light up. Asks for push permission. */
export default function PaymentSuccessScreen() {
  const me = useMe();
  const status = statusOf(me, serverNow());
  const over = status === 'offline';
  const { state } = useLocation() as { state: { returnTo?: string } | null };
  // The result is what a screen reader reads first, from wherever the sheet was opened.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // Asking the browser for its permission state would delay the first frame.
  useEffect(() => whenIdle(askForPush), []);
  return (
    <main className="flex min-h-[calc(100dvh-var(--bar,0px))] flex-col text-center safe-bottom">
      <VisibleMoment me={me} />
      <div className="gutter pt-6 pb-6">
        <h1 ref={heading} tabIndex={-1} className="text-display outline-none">
          {over ? words.overHeading : words.heading}
        </h1>
        <p className="mt-3 text-body text-soft">{over ? words.over : words.text}</p>
        <p className="min-h-6 text-body text-soft">
          {!over && me.onlineUntil && words.until[status](timeOf(me.onlineUntil))}
        </p>
      </div>
      <div className="mx-auto w-full max-w-md gutter pb-6">
        <Button
          block
          // The page to return to is the previous entry: going back keeps it in the history once, as it was.
          onClick={() => (state?.returnTo ? navigate(-1) : navigate('/feed', { replace: true }))}
        >
          {words.start}
        </Button>
      </div>
    </main>
  );
}

const timeOf = (iso: string) => new Date(iso).toLocaleTimeString(undefined, { timeStyle: 'short' });
