import { LinkButtons } from '../../../ui/link-buttons.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { words } from '../friend-words.ts';

/** A link to this site, also as a QR code drawn on the device. It does not identify the user. */
export default function BringFriend({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const link = `${location.origin}/`;
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      description={words.text}
      footer={<LinkButtons link={link} shared={{ title: 'Herenow', text: words.shared }} words={words} />}
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
