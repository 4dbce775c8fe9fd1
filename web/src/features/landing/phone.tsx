import { Compass, SlidersHorizontal, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { PersonOverlay, PhotoBadge } from '../../ui/person-card.tsx';
import { PinButton } from '../../ui/pin-button.tsx';
import { PinMark } from '../../ui/pin-mark.tsx';
import { StatusButton } from '../../ui/status-pill.tsx';
import { Ada, Chidi } from './portrait-drawings.tsx';
import { words } from './words.ts';

/** A picture of the product, rendered with its own components. Nothing in it is interactive. */
export function Phone() {
  return (
    <figure className="phone-stage relative mx-auto w-full max-w-88 lg:mx-0">
      <figcaption className="sr-only">{words.picture}</figcaption>
      <div inert aria-hidden className="phone">
        <div className="phone-screen bg-paper">
          <div className="flex items-center gap-1 px-4 pt-7 pb-2.5">
            <PinMark className="me-auto size-8 text-signal" />
            <span className={iconButtonClass()}>
              <SlidersHorizontal className="size-5" />
            </span>
            <StatusButton tone="online">2:41</StatusButton>
          </div>
          <div className="flex flex-col gap-3.5 px-3.5">
            <FeedCard portrait={<Ada />} name="Ada" age={29} pronouns="She/Her" distance="2 km" photos={3} />
            <FeedCard
              portrait={<Chidi />}
              name="Chidi"
              age={33}
              pronouns="He/Him"
              distance="3 km"
              photos={2}
            />
          </div>
          <div className="phone-tabs">
            <span className="text-signal">
              <Compass className="size-6" />
            </span>
            <PinMark className="size-6" />
            <UserRound className="size-6" />
          </div>
        </div>
      </div>
      <div aria-hidden className="phone-toast">
        <PinMark className="size-6 text-signal" />
        <span>You Pinned Ada!</span>
      </div>
    </figure>
  );
}

type CardProps = {
  portrait: ReactNode;
  name: string;
  age: number;
  pronouns: string;
  distance: string;
  photos: number;
};

function FeedCard({ portrait, name, age, pronouns, distance, photos }: CardProps) {
  return (
    <div className="relative aspect-3/4 shrink-0 overflow-hidden rounded-card">
      {portrait}
      <div className="absolute inset-x-3 top-2.5 flex gap-1">
        {Array.from({ length: photos }, (_, at) => (
          <span key={at} className={`h-1 flex-1 rounded-chip ${at === 0 ? 'bg-white' : 'bg-white/40'}`} />
        ))}
      </div>
      <PersonOverlay
        name={name}
        age={age}
        pronouns={pronouns}
        badge={<PhotoBadge>{distance}</PhotoBadge>}
        action={<PinButton label={`Pin ${name}`} />}
      />
    </div>
  );
}
