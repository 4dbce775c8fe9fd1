import type { ReactNode } from 'react';
import { PersonName } from './person-name.tsx';
import { VerifiedMark } from './verified-mark.tsx';

type OverlayProps = {
  name: string;
  age?: number | undefined;
  verified?: boolean | undefined;
  pronouns?: string | undefined;
  /** Shown beside the pronouns, such as how long the person is here. */
  note?: string | undefined;
  /** Shown top left, such as `3 km away`. */
  badge?: ReactNode;
  /** Shown at the lower right, within reach of the thumb. */
  action?: ReactNode;
  /** Makes the name a link that the whole card opens; return a link with the given class. */
  renderLink?: ((className: string, children: ReactNode) => ReactNode) | undefined;
};

/** The overlay of a person's photo: badge, gradient, name and age, pronouns and the one action. */
export function PersonOverlay({
  name,
  age,
  verified,
  pronouns,
  note,
  badge,
  action,
  renderLink,
}: OverlayProps) {
  const title = (
    <>
      <PersonName name={name} age={age} />
      {verified && <VerifiedMark className="ms-1.5" />}
    </>
  );
  // The link covers the whole card; only elements raised above it receive their own clicks.
  const linkClass = 'focus-on-photo outline-none after:absolute after:inset-0 after:rounded-card';
  return (
    <>
      {badge && <div className="pointer-events-none absolute start-3 top-6 z-10">{badge}</div>}
      <div className="pointer-events-none absolute inset-0 flex items-end rounded-card text-white hairline">
        {/* As high as its text, which would not be legible on a pale photo. */}
        <div className="flex min-w-0 flex-1 items-end gap-3 scrim p-4 pt-24">
          <div className="min-w-0 flex-1 pb-1">
            {/* One run of text, in which no space comes before the comma; of a long name, the last lines with the age show. */}
            <h2 className="flex max-h-[5lh] flex-col justify-end overflow-hidden text-title wrap-anywhere *:pointer-events-auto">
              {renderLink ? renderLink(linkClass, title) : <span>{title}</span>}
            </h2>
            {(pronouns || note) && (
              <p className="flex flex-wrap gap-x-6 overflow-hidden text-small text-white/85">
                {pronouns && <span>{pronouns}</span>}
                {note && (
                  <span className="relative tabular">
                    {/* In the gap; cut off where the note has a line of its own. */}
                    <span aria-hidden className="absolute" style={{ insetInlineStart: '-14px' }}>
                      ·
                    </span>
                    <span>{note}</span>
                  </span>
                )}
              </p>
            )}
          </div>
          {action && <div className="pointer-events-auto relative z-10 shrink-0">{action}</div>}
        </div>
      </div>
    </>
  );
}

/** A small label on a photo. */
export function PhotoBadge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex min-h-7 items-center gap-1 rounded-chip bg-black/55 px-2.5 text-caption font-semibold text-white frosted tabular">
      {children}
    </span>
  );
}
