import type { FaceCheck } from '@herenow/contract/faces';
import { useEffect, useRef } from 'react';
import { errorText } from '../../../lib/api.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { useEndFaceCheck, useSendSelfie } from '../queries.ts';
import { useCamera } from '../use-camera.ts';
import { poseWords, words } from '../words.ts';

type Props = { check: FaceCheck; onLate: () => void };

/** Shows the camera, the requested pose and the time left. A picture from elsewhere cannot be chosen. */
export function PoseCamera({ check, onLate }: Props) {
  const { video, state, take } = useCamera();
  const send = useSendSelfie();
  const end = useEndFaceCheck();
  const now = useNow();
  const left = Math.max(0, Math.ceil((Date.parse(check.until!) - now) / 1000));
  const problem = send.error ?? end.error;
  const pose = poseWords[check.pose!];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (left === 0 && !send.isPending) onLate();
  }, [left, send.isPending, onLate]);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-4 text-small text-soft tabular">
        <span>{words.step(check.taken)}</span>
        <span>{words.seconds(left)}</span>
      </div>
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-4 text-title outline-none">
        <span
          aria-hidden
          className="grid size-14 shrink-0 place-items-center rounded-field bg-sunken text-heading"
        >
          {pose.mark}
        </span>
        {pose.text}
      </h2>
      {state === 'failed' ? (
        <p role="alert" className="rounded-card bg-sunken p-5 text-body">
          {words.noCamera}
        </p>
      ) : (
        <div
          className="relative mx-auto aspect-3/4 w-full overflow-hidden rounded-card bg-sunken"
          style={{ maxWidth: 'min(24rem, 40dvh)' }}
        >
          {/* Mirrored on the screen only; the picture that is sent is not. */}
          <video
            ref={video}
            muted
            playsInline
            aria-label={words.camera}
            className="size-full object-cover"
            style={{ transform: 'scaleX(-1)' }}
          />
          {state === 'starting' && (
            <p className="absolute inset-0 grid place-items-center text-small text-soft">{words.starting}</p>
          )}
        </div>
      )}
      <InlineError>{problem && errorText(problem, words.stepFailed)}</InlineError>
      <Button
        block
        disabled={state !== 'ready'}
        busy={send.isPending}
        busyText={words.sending}
        onClick={() => send.mutate(take())}
      >
        {words.take}
      </Button>
      <Button block variant="ghost" busy={end.isPending} onClick={() => end.mutate(undefined)}>
        {words.cancel}
      </Button>
    </div>
  );
}
