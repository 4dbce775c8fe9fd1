import { RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

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
export function ErrorState({ onRetry, busy, ...rest }: Props) {
  return (
    <EmptyState
      {...rest}
      failed
      action={
        <Button
          variant="quiet"
          size="medium"
          busy={busy}
          onClick={onRetry}
          icon={<RotateCw className="size-4.5" />}
        >
          Try Again
        </Button>
      }
    />
  );
}
