import type { ReactNode } from 'react';
import { pinShape } from '../../../ui/pin-shape.ts';
import './reach-scene.css';

/** The radius of the first step in the drawing, and of each further one beyond it: the last extends beyond its edge. */
const FIRST = 26;
const FURTHER = 18;
const radius = (step: number) => FIRST + step * FURTHER;
/** Reference rings: about as far as people walk, cycle and drive. */
const RINGS = [2, 5, 8].map(radius);
const MIDDLE = { cx: 170, cy: 92 };

/** The pin, and how far the user would travel from it: a picture, not a map. */
export function ReachScene({ step, children }: { step: number; children: ReactNode }) {
  return (
    <div className="reach">
      <svg aria-hidden viewBox="0 0 340 200" preserveAspectRatio="xMidYMid slice">
        <circle
          {...MIDDLE}
          r={FIRST}
          className="within"
          style={{ transform: `scale(${radius(step) / FIRST})` }}
        />
        {RINGS.map((r) => (
          <circle key={r} {...MIDDLE} r={r} className="ring" />
        ))}
        <g fill="var(--signal)" transform={`translate(${MIDDLE.cx - 20} ${MIDDLE.cy - 37}) scale(1.25)`}>
          <path d={pinShape.body} fillRule="evenodd" />
          <circle {...pinShape.dot} />
        </g>
      </svg>
      {children}
    </div>
  );
}
