import { House } from 'lucide-react';
import { pinShape } from '../../../ui/pin-shape.ts';

const CORNER = 46;
/** A little smaller than a cell, so that there are gaps between them. */
const HEXAGON = '0,-43 37,-21.5 37,21.5 0,43 -37,21.5 -37,-21.5';
const PITCH = CORNER * Math.sqrt(3);
const MIDDLE = { x: 180, y: 84 };
/** The cell of the home, the adjacent one in which others see the user, and those around. */
const CELLS = [-1, 0, 1].flatMap((row) =>
  [-2, -1, 0, 1, 2].map((column) => ({
    x: MIDDLE.x + (column + (row === 0 ? 0.5 : 0)) * PITCH,
    y: MIDDLE.y + row * CORNER * 1.5,
    is: row === 0 && column === -1 ? 'home' : row === 0 && column === 0 ? 'shown' : 'around',
  })),
);
const LOOKS: Record<string, { fill: string; stroke: string }> = {
  home: { fill: 'var(--sunken)', stroke: 'var(--edge)' },
  shown: { fill: 'var(--signal-tint)', stroke: 'var(--signal)' },
  around: { fill: 'none', stroke: 'var(--line)' },
};

/** A house in one cell and the pin in the next: where the user is, and where others see them. */
export function ZoneScene() {
  const half = PITCH / 2;
  return (
    <svg
      aria-hidden
      viewBox="0 0 360 168"
      className="mx-auto mb-5 w-full max-w-md"
      style={{ maskImage: 'radial-gradient(farthest-side, #000 50%, #0000)' }}
    >
      {CELLS.map(({ x, y, is }) => (
        <polygon
          key={`${x} ${y}`}
          points={HEXAGON}
          transform={`translate(${x} ${y})`}
          strokeWidth="2"
          {...LOOKS[is]}
        />
      ))}
      <House x={MIDDLE.x - half - 16} y={MIDDLE.y - 17} width="32" height="32" color="var(--soft)" />
      <g fill="var(--signal)" transform={`translate(${MIDDLE.x + half - 24} ${MIDDLE.y - 30}) scale(1.5)`}>
        <path d={pinShape.body} fillRule="evenodd" />
        <circle {...pinShape.dot} />
      </g>
    </svg>
  );
}
