import { useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ChipGroup } from '../ui/chip-group.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { Section } from './ui-gallery-people.tsx';

type Overlay = 'sheet' | 'dialog' | 'confirm' | null;

export function GalleryOverlays() {
  const [open, setOpen] = useState<Overlay>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Overlays">
      <div className="flex flex-wrap gap-3">
        <Button variant="ghost" size="medium" onClick={() => setOpen('sheet')}>
          Sheet
        </Button>
        <Button variant="ghost" size="medium" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="ghost" size="medium" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        <Button variant="ghost" size="medium" onClick={() => showToast('You Pinned Ada!', { tone: 'pin' })}>
          Pin toast
        </Button>
        <Button
          variant="ghost"
          size="medium"
          onClick={() =>
            showToast('Location permission is mandatory...', { tone: 'bad', action: { label: 'OK' } })
          }
        >
          Error toast
        </Button>
      </div>
      <div className="flex flex-col gap-2">
        <Banner tone="signal">You are visible</Banner>
        <Banner tone="quiet">You are offline</Banner>
        <Banner tone="good">Back online</Banner>
        <Banner
          tone="warn"
          action={
            <Button size="medium" variant="ghost">
              Reconnect
            </Button>
          }
        >
          Connection lost
        </Banner>
      </div>
      <VisibilitySheet open={open === 'sheet'} onOpenChange={close} />
      <Dialog open={open === 'dialog'} onOpenChange={close} title="Crop your photo">
        {Array.from({ length: 14 }, (_, at) => (
          <p key={at} className="mt-3">
            Paragraph {at + 1}. People who are nearby and visible can find each other, pin each other, and
            chat once a pin is accepted.
          </p>
        ))}
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete Account"
        description="Your profile, photos and chats are erased for good."
        confirmText="Delete Account"
        onConfirm={close}
        error="Delete account unsseccesfull"
        danger
      />
    </Section>
  );
}

function VisibilitySheet({ open, onOpenChange }: { open: boolean; onOpenChange: () => void }) {
  const [hours, setHours] = useState<string[]>(['3h']);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Go Visible"
      description="People nearby see you until your time is up."
      footer={
        <>
          <Button block>Go Visible Now</Button>
          <Button block variant="quiet">
            Go Incognito
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ChipGroup
          label="Duration"
          options={['1h', '2h', '3h']}
          selected={hours}
          onChange={setHours}
          max={1}
        />
        <TextField label="Note" />
      </div>
    </Sheet>
  );
}
