import { Compass, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { InlineError } from '../ui/inline-error.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PinMark } from '../ui/pin-mark.tsx';
import { SetupScreen } from '../ui/setup-screen.tsx';
import { StatusButton } from '../ui/status-pill.tsx';
import { TabBar } from '../ui/tab-bar.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import { Section } from './ui-gallery-people.tsx';

/** Shows what surrounds a screen, each part in a frame of its own. */
export function GalleryFrames() {
  return (
    <Section title="Frames">
      <Frame>
        {/* From 1024 px on the navigation bar is at the side. */}
        <div className="lg:ps-60">
          <TopBar home="#top">
            <StatusButton tone="online">2:41</StatusButton>
          </TopBar>
          <PageHeader title="My Profile" onBack={() => undefined} />
          <PageHeader title="A title that is longer than one line on a phone" onBack={() => undefined} />
        </div>
        <TabBar
          home="#top"
          items={[
            { to: '#explore', label: 'Explore', icon: <Compass className="size-6" />, active: true },
            {
              to: '#pinned',
              label: 'Pinned',
              icon: <PinMark className="size-6" />,
              active: false,
              badge: 120,
              badgeLabel: 'Pinned, 120 new',
            },
            { to: '#profile', label: 'Profile', icon: <UserRound className="size-6" />, active: false },
          ]}
        />
      </Frame>
      <Frame>
        <SetupScreen
          title="Who are you?"
          text="One question a screen."
          progress={{ step: 2, of: 6 }}
          onBack={() => undefined}
          onSubmit={(event) => event.preventDefault()}
          footer={
            <>
              <InlineError>This could not be saved. Please try again.</InlineError>
              <Button block>Next Step</Button>
            </>
          }
        >
          <TextField label="Name" placeholder="Nickname or your real one" />
        </SetupScreen>
      </Frame>
    </Section>
  );
}

/** Keeps elements that are fixed to the screen inside the frame. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="h-[32rem] translate-x-0 overflow-auto rounded-card border border-line">{children}</div>
  );
}
