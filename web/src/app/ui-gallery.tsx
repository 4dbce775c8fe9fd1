import './ui-gallery.css';
import { Ban, Flag, MoreHorizontal, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Chip, Tag } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { InlineError } from '../ui/inline-error.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { Logo } from '../ui/logo.tsx';
import { Menu } from '../ui/menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PinButton } from '../ui/pin-button.tsx';
import { PinMark } from '../ui/pin-mark.tsx';
import { PinScene } from '../ui/pin-scene.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { ConversationSkeleton } from '../ui/conversation-skeleton.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { FormSkeleton, PhotoCardSkeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CountdownText, StatusButton, StatusPill } from '../ui/status-pill.tsx';
import { readTheme, setTheme, type Theme } from '../ui/theme.ts';
import { Toaster } from '../ui/toast.tsx';
import { GalleryFrames } from './ui-gallery-frames.tsx';
import { GalleryFields } from './ui-gallery-fields.tsx';
import { GalleryOverlays } from './ui-gallery-overlays.tsx';
import { GalleryPeople, Section } from './ui-gallery-people.tsx';

/** Every part of the design system in every state; served in development only, as `/_ui`. */
export default function UiGallery() {
  return (
    <>
      <PageHeader title="Design system" onBack={() => history.back()} />
      <main className="mx-auto flex max-w-5xl flex-col gap-12 gutter py-8">
        <ThemeChips />
        <Identity />
        <Section title="Buttons">
          <Buttons />
        </Section>
        <GalleryFields />
        <GalleryPeople />
        <GalleryOverlays />
        <States />
        <GalleryFrames />
      </main>
      <Toaster />
    </>
  );
}

function ThemeChips() {
  const [theme, setOwn] = useState<Theme>(readTheme);
  return (
    <div className="flex gap-1">
      {(['system', 'light', 'dark'] as const).map((one) => (
        <Chip
          key={one}
          selected={theme === one}
          onToggle={() => {
            setTheme(one);
            setOwn(one);
          }}
        >
          {one}
        </Chip>
      ))}
    </div>
  );
}

function Identity() {
  return (
    <Section title="Identity and type">
      <div className="flex flex-wrap items-center gap-8">
        <span className="text-display">
          <Logo className="text-[1em]" />
        </span>
        <Logo />
        <PinMark className="size-16 text-signal" />
        <PinMark className="size-6" />
      </div>
      <div className="flex flex-col gap-2">
        <p className="font-display text-display font-bold">Real people, right now</p>
        <p className="font-display text-heading font-bold">Heading 28</p>
        <p className="font-display text-title font-bold">Title 22: Zoë, Łukasz, Ğamze</p>
        <p className="text-body">Body 17. Someone opens this at nine in the evening.</p>
        <p className="text-small text-soft">Small 15, soft ink.</p>
        <p className="text-caption text-soft">Caption 13, soft ink.</p>
      </div>
      <div className="flex flex-wrap gap-2 text-caption">
        {['bg-paper', 'bg-raised', 'bg-sunken', 'bg-signal', 'bg-signal-fill', 'bg-signal-tint'].map(swatch)}
        {['bg-quiet', 'bg-good', 'bg-good-tint', 'bg-warn', 'bg-warn-tint', 'bg-line', 'bg-edge'].map(swatch)}
      </div>
    </Section>
  );
}

function swatch(name: string): ReactNode {
  return (
    <span key={name} className="flex flex-col gap-1">
      <span className={`block h-12 w-24 rounded-field border border-line ${name}`} />
      {name.slice(3)}
    </span>
  );
}

function Buttons() {
  return (
    <>
      {(['large', 'medium'] as const).map((size) => (
        <div key={size} className="flex flex-wrap gap-3">
          <Button size={size}>Next Step</Button>
          <Button size={size} variant="quiet">
            Go Incognito
          </Button>
          <Button size={size} variant="ghost">
            Skip
          </Button>
          <Button size={size} variant="danger">
            Delete Account
          </Button>
          {(['primary', 'quiet', 'ghost', 'danger'] as const).map((variant) => (
            <Button key={variant} size={size} variant={variant} disabled>
              No {variant}
            </Button>
          ))}
          <Button size={size} busy busyText="Creating Account...">
            Next Step
          </Button>
          <Button size={size} icon={<Flag className="size-5" />}>
            With icon
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        {(['plain', 'raised', 'onPhoto', 'signal'] as const).map((tone) => (
          <IconButton key={tone} tone={tone} label={tone} icon={<SlidersHorizontal className="size-5" />} />
        ))}
        <IconButton tone="signal" label="Off" disabled icon={<SlidersHorizontal className="size-5" />} />
        <PinButton label="Pin Ada" />
        <PinButton label="Pin Ada" busy />
        <PinButton label="Pin Ada" pinned />
        <PinButton label="Pin Ada" disabled />
        <StatusButton tone="online">2:41</StatusButton>
        <StatusButton tone="incognito">1:07</StatusButton>
        <StatusButton tone="offline">Offline</StatusButton>
        <StatusPill tone="online">Visible for 2:41</StatusPill>
        <StatusPill tone="offline">Offline</StatusPill>
        <CountdownText running>1:12</CountdownText>
        <CountdownText running={false}>Offline</CountdownText>
        <Tag>Jazz night</Tag>
        <Spinner />
      </div>
      <ProgressBar step={2} of={6} />
    </>
  );
}

function States() {
  return (
    <Section title="States">
      <div className="grid gap-6 md:grid-cols-2">
        <Card>
          <EmptyState
            title="No Pins Yet"
            text="Start pinning people to begin chatting!"
            action={<Button block>Start Browsing</Button>}
          />
        </Card>
        <Card>
          <ErrorState title="Error Loading Chats" text="Failed to fetch chats" onRetry={() => undefined} />
          <InlineError>Invalid code or password reset failed</InlineError>
        </Card>
        <Card>
          <PinScene />
        </Card>
        <Card>
          <PinScene quiet />
        </Card>
        <Card>
          <ListSkeleton rows={2} lines={3} />
          <ListSkeleton rows={2} lines={2} />
        </Card>
        <Card>
          <ConversationSkeleton />
        </Card>
        <Card>
          <FormSkeleton fields={2} />
        </Card>
        <Card>
          <ListRow title="My Profile" to="/my-profile" />
          <ListRow title="Blocked Users" text="Two people" to="/blocked-users" />
          <ListRow title="Sign Out" onClick={() => undefined} />
          <ListRow
            title="Delete Account"
            onClick={() => undefined}
            leading={<Trash2 className="size-5" />}
            action={
              <Menu
                label="More"
                icon={<MoreHorizontal className="size-5" />}
                items={[
                  { label: 'Block User', icon: <Ban className="size-5" />, onSelect: () => undefined },
                  {
                    label: 'Report User',
                    icon: <Flag className="size-5" />,
                    danger: true,
                    onSelect: () => undefined,
                  },
                ]}
              />
            }
          />
        </Card>
        <div className="max-w-60">
          <PhotoCardSkeleton />
        </div>
      </div>
    </Section>
  );
}

function Card({ children }: { children: ReactNode }) {
  return <div className="overflow-hidden rounded-card border border-line bg-raised p-5">{children}</div>;
}
