import type { LucideIcon } from 'lucide-react';

interface Point {
  icon: LucideIcon;
  title: string;
  text?: string;
}

/** The main points of a page, each with a drawing. */
export function Points({ points }: { points: readonly Point[] }) {
  return (
    <ul className="flex flex-col gap-5">
      {points.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <span
            aria-hidden
            className="grid size-9 shrink-0 place-items-center rounded-chip bg-signal-tint text-signal-ink"
          >
            <Icon className="size-5" />
          </span>
          <div className="min-w-0 flex-1 self-center">
            <p className="text-body font-semibold">{title}</p>
            {text && <p className="mt-0.5 text-small text-soft">{text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
