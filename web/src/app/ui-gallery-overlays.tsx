import { useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ChipGroup } from '../ui/chip-group.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { Section } from './ui-gallery-people.tsx';

const OVERLAYS = ['sheet', 'wide sheet', 'dialog', 'confirm'] as const;

export function GalleryOverlays() {
  const [open, setOpen] = useState<(typeof OVERLAYS)[number] | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Overlays">
      <div className="flex flex-wrap gap-3">
        {OVERLAYS.map((one) => (
          <Button key={one} variant="ghost" size="medium" onClick={() => setOpen(one)}>
            {one}
          </Button>
        ))}
        <Toasts />
      </div>
      <Banners />
      <VisibilitySheet open={open === 'sheet'} onOpenChange={close} />
      <Sheet open={open === 'wide sheet'} onOpenChange={close} title="Terms of Use" wide>
        <LongText />
      </Sheet>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Crop your photo"
        footer={<Button>Use</Button>}
      >
        <LongText />
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

function Toasts() {
  const toasts = {
    pin: () => showToast('You Pinned Ada!', { tone: 'pin' }),
    good: () => showToast('Your profile is saved.', { tone: 'good' }),
    plain: () => showToast('Ada is already pinned.'),
    bad: () => showToast('Location permission is mandatory...', { tone: 'bad', action: { label: 'OK' } }),
  };
  return Object.entries(toasts).map(([tone, show]) => (
    <Button key={tone} variant="ghost" size="medium" onClick={show}>
      {tone} toast
    </Button>
  ));
}

function Banners() {
  return (
    <div className="flex flex-col gap-2">
      <Banner tone="signal">You are visible</Banner>
      <Banner tone="quiet">You are offline</Banner>
      <Banner tone="info">The server cannot be reached</Banner>
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
  );
}

function LongText() {
  return Array.from({ length: 14 }, (_, at) => (
    <p key={at} className="mt-3">
      Paragraph {at + 1}. People who are nearby and visible can find each other, pin each other, and chat once
      a pin is accepted.
    </p>
  ));
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
          equal
        />
        <TextField label="Note" />
      </div>
    </Sheet>
  );
}
