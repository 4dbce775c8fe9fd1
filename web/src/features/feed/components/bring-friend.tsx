import { Button } from '../../../ui/button.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { words } from '../friend-words.ts';

/** A link to this site and the same as a code, which is drawn here. It names nobody. */
export function BringFriend({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const link = `${location.origin}/`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      showToast(words.copied, { tone: 'good' });
    } catch {
      showToast(words.notCopied, { tone: 'bad' });
    }
  };
  // Whoever closes the share sheet has changed their mind.
  const share = () =>
    navigator.share({ title: 'Herenow', text: words.shared, url: link }).catch(() => undefined);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      description={words.text}
      footer={
        <div className="flex flex-col gap-3">
          {'share' in navigator && (
            <Button block onClick={() => void share()}>
              {words.share}
            </Button>
          )}
          <Button block variant={'share' in navigator ? 'ghost' : 'primary'} onClick={() => void copy()}>
            {words.copy}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col items-center gap-4">
        <QrCode text={link} label={words.code} className="rounded-card border border-line" />
        <p className="text-small text-soft" style={{ userSelect: 'all' }}>
          {link}
        </p>
      </div>
    </Sheet>
  );
}
