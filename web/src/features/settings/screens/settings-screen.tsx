import {
  BadgeCheck,
  Ban,
  Bell,
  DoorOpen,
  FileDown,
  House,
  Info,
  Lightbulb,
  LogOut,
  MapPin,
  Scale,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { fromSettings } from '../../../lib/from-settings.ts';
import { Link } from '../../../lib/navigation.tsx';
import { leaveQuickly } from '../../../lib/quick-exit.ts';
import { useMe } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { deleteAccount, signOut } from '../../accounts/index.ts';
import { useFreshMe } from '../../profile/index.ts';
import { DeleteAccount } from '../components/delete-account.tsx';
import { ThemeChoice } from '../components/theme-choice.tsx';
import { words } from '../words.ts';

type Entry = {
  to: string;
  title: string;
  icon: ComponentType<{ className?: string }>;
  state?: unknown;
  reloadDocument?: true;
};

/** Entries about the user, then about safety, then about the product. */
const groups: readonly (readonly Entry[])[] = [
  [
    { to: '/my-profile', title: words.settings.myProfile, icon: UserRound },
    { to: '/face-check', title: words.settings.faceCheck, icon: BadgeCheck, reloadDocument: true },
    { to: '/preferences-setup', title: words.settings.ideas, icon: Lightbulb, state: fromSettings },
    { to: '/distance-setup', title: words.settings.distance, icon: MapPin, state: fromSettings },
  ],
  [
    { to: '/notifications', title: words.settings.notifications, icon: Bell },
    { to: '/privacy-safety', title: words.settings.privacy, icon: ShieldCheck },
    { to: '/home-zones', title: words.settings.zones, icon: House },
    { to: '/blocked-users', title: words.settings.blocked, icon: Ban },
    { to: '/your-data', title: words.data.title, icon: FileDown },
  ],
  [
    { to: '/about', title: words.settings.about, icon: Info },
    { to: '/legal', title: words.settings.legal, icon: Scale },
  ],
];

export default function SettingsScreen() {
  const me = useMe();
  useFreshMe();
  const [leaving, setLeaving] = useState(false);
  const at = me.email.lastIndexOf('@');
  return (
    <main className="mx-auto w-full max-w-2xl px-5 pt-4 pb-12">
      <h1 className="sr-only">{words.settings.title}</h1>
      <Link
        to="/my-profile"
        aria-label={words.settings.editPhoto}
        className="mx-auto flex w-fit flex-col items-center rounded-card"
      >
        <Avatar photo={me.photos[0]} size="huge" />
      </Link>
      <div className="mt-4 mb-8 text-center">
        <p dir="auto" className="font-display text-heading font-bold tracking-tight">
          {me.username}
        </p>
        <p className="text-small wrap-anywhere text-soft">
          {/* Large letters break it there, rather than before its last letter. */}
          {me.email.slice(0, at)}
          <wbr />
          {me.email.slice(at)}
        </p>
      </div>
      <nav aria-label={words.settings.title} className="flex flex-col gap-4">
        {groups.map((entries) => (
          <div key={entries[0]?.to} className={listCardClass}>
            {entries.map(({ to, title, icon: Icon, state, reloadDocument }) => (
              <ListRow
                key={to}
                to={to}
                state={state}
                reloadDocument={reloadDocument}
                title={title}
                icon={Icon}
              />
            ))}
          </div>
        ))}
      </nav>
      <ThemeChoice />
      <div className="mt-10 flex flex-col gap-2.5">
        <Button
          variant="ghost"
          block
          busy={leaving}
          busyText={words.settings.signingOut}
          icon={<LogOut aria-hidden className="size-5" />}
          onClick={() => {
            setLeaving(true);
            void signOut();
          }}
        >
          {words.settings.signOut}
        </Button>
        <Button
          variant="ghost"
          block
          icon={<DoorOpen aria-hidden className="size-5" />}
          aria-describedby="leave-quickly"
          onClick={leaveQuickly}
        >
          {words.settings.leaveQuickly}
        </Button>
        <p id="leave-quickly" className="text-center text-caption text-balance text-soft">
          {words.settings.leaveQuicklyHint}
        </p>
        <div className="mt-6">
          <DeleteAccount erase={() => deleteAccount(me.id)} />
        </div>
      </div>
    </main>
  );
}
