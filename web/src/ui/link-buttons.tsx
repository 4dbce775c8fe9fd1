import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

type Props = {
  link: string;
  /** What goes with the link where the device shares it. */
  shared: { title: string; text?: string };
  words: Record<'share' | 'copy' | 'copied' | 'notCopied', string>;
};

/** Hands a link to what the device shares with, where there is that, or copies it and says so. */
export function LinkButtons({ link, shared, words }: Props) {
  const shares = 'share' in navigator;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      showToast(words.copied, { tone: 'good' });
    } catch {
      showToast(words.notCopied, { tone: 'bad' });
    }
  };
  // To close the share sheet is no fault.
  const share = () => navigator.share({ ...shared, url: link }).catch(() => undefined);
  return (
    <div className="flex flex-col gap-3">
      {shares && (
        <Button block onClick={() => void share()}>
          {words.share}
        </Button>
      )}
      <Button block variant={shares ? 'ghost' : 'primary'} onClick={() => void copy()}>
        {words.copy}
      </Button>
    </div>
  );
}
