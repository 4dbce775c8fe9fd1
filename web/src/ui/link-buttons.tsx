import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { showToast } from './toast.tsx';

type Props = {
  link: string;
  /** What is shared along with the link. */
  shared: { title: string; text?: string };
  words: Record<'share' | 'copy' | 'copied' | 'notCopied', string>;
};

/** Shares a link through the device's share sheet, if there is one, or copies it and confirms that. */
export function LinkButtons({ link, shared, words }: Props) {
  const shares = 'share' in navigator;
  const copy = async () => {
    if (await copyText(link, words.notCopied)) showToast(words.copied, { tone: 'good' });
  };
  // Closing the share sheet is not an error.
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
