import { RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { PinScene } from './pin-scene.tsx';

type Props = {
  title: string;
  text?: string | undefined;
  onRetry: () => void;
  busy?: boolean | undefined;
  /** It replaces the whole page and is centred on it. */
  page?: boolean | undefined;
  /** `h1` where the page has no other. */
  heading?: 'h1' | 'h2' | undefined;
};

/** Takes the place of the content, says what failed and offers a retry. */
export function ErrorState({ title, text, onRetry, busy, page, heading: Heading = 'h2' }: Props) {
  return (
    <div
      role="alert"
      className={cx(
        'mx-auto flex w-full max-w-sm flex-col items-center px-5 py-12 text-center',
        page && 'min-h-[calc(100dvh-12rem)] justify-center',
      )}
    >
      {page && <PinScene quiet className="mb-6" />}
      <Heading className="text-title">{title}</Heading>
      {text && <p className="mt-2 text-body text-balance text-soft">{text}</p>}
      <Button
        variant="quiet"
        size="medium"
        className="mt-6"
        busy={busy}
        onClick={onRetry}
        icon={<RotateCw aria-hidden="true" className="size-4.5" />}
      >
        Try Again
      </Button>
    </div>
  );
}
