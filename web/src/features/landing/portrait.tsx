import { useId, type ReactNode } from 'react';

/**
 * Drawn people for the landing page's pictures of the product, which use no real person's photo and are hidden from
 * screen readers. Each fills 300 by 400 units.
 */
export type Colours = {
  skin: string;
  shade: string;
  hair: string;
  hairLight: string;
  cloth: string;
  clothShade: string;
  /** The background's gradient, from top to bottom. */
  ground: [string, string];
  /** The light on one side of the face. */
  light: string;
};

type Parts = {
  colours: Colours;
  /** Lights in the background: x, y, radius, colour. */
  lights: readonly (readonly [number, number, number, string])[];
  /** Hair behind the head and over it: outlines, curls (x, y, radius) and highlighted strands (path, width). */
  hair: {
    back?: string;
    front: string;
    curls?: readonly (readonly [number, number, number])[];
    strands?: readonly (readonly [string, number])[];
  };
  face?: ReactNode;
  cloth?: ReactNode;
  smile: string;
  lit: 'left' | 'right';
};

const head =
  'M98 150c0-44 22-72 53-72s52 28 52 72c0 20-3 39-12 55-9 15-24 27-40 27s-32-12-41-27c-9-16-12-35-12-55Z';
const neck = 'M124 200v46c0 14 11 26 27 26s27-12 27-26v-46Z';
const shoulders =
  'M10 400c4-78 40-116 88-130 14-4 24-10 27-24 6 14 14 20 26 20s20-6 26-20c3 14 13 20 27 24 48 14 84 52 88 130Z';

export function Portrait({ colours, lights, hair, face, cloth, smile, lit }: Parts) {
  const id = useId();
  const ref = (name: string) => `url(#${id}${name})`;
  const [top, bottom] = colours.ground;
  const from = lit === 'left' ? { x1: '0', x2: '1' } : { x1: '1', x2: '0' };
  return (
    <svg viewBox="0 0 300 400" preserveAspectRatio="xMidYMid slice" className="size-full">
      <defs>
        <linearGradient id={`${id}g`} x1="0" y1="0" x2="0.3" y2="1">
          <stop stopColor={top} />
          <stop offset="1" stopColor={bottom} />
        </linearGradient>
        <linearGradient id={`${id}l`} {...from} y1="0.2" y2="0">
          <stop stopColor={colours.light} stopOpacity="0.6" />
          <stop offset="0.42" stopColor={colours.light} stopOpacity="0" />
        </linearGradient>
        <clipPath id={`${id}h`}>
          <path d={head} />
        </clipPath>
        <clipPath id={`${id}s`}>
          <path d={shoulders} />
        </clipPath>
      </defs>
      <path d="M0 0h300v400H0z" fill={ref('g')} />
      {lights.map(([x, y, r, fill]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r={r} fill={fill} />
      ))}
      {hair.back && <path d={hair.back} fill={colours.hair} />}
      <path d={neck} fill={colours.shade} />
      <g clipPath={ref('s')}>
        <path d={shoulders} fill={colours.cloth} />
        {cloth}
        <path d={shoulders} fill={ref('l')} />
      </g>
      <ellipse cx="98" cy="164" rx="9" ry="15" fill={colours.shade} />
      <ellipse cx="203" cy="164" rx="9" ry="15" fill={colours.shade} />
      <g clipPath={ref('h')}>
        <path d={head} fill={colours.skin} />
        <path
          d={lit === 'left' ? 'M166 60c30 50 22 120-4 180h60V60Z' : 'M134 60c-30 50-22 120 4 180H78V60Z'}
          fill={colours.shade}
          opacity="0.45"
        />
        <path d={head} fill={ref('l')} />
      </g>
      <Features colours={colours} smile={smile} />
      {face}
      <g fill={colours.hair}>
        <path d={hair.front} />
        {hair.curls?.map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} />
        ))}
      </g>
      {hair.strands && (
        <g fill="none" stroke={colours.hairLight} strokeLinecap="round">
          {hair.strands.map(([d, width]) => (
            <path key={d} d={d} strokeWidth={width} />
          ))}
        </g>
      )}
    </svg>
  );
}

function Features({ colours, smile }: { colours: Colours; smile: string }) {
  const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  return (
    <>
      <g {...line} stroke={colours.hair} strokeWidth="5">
        <path d="M115 141c7-6 16-6 23-2" />
        <path d="M164 139c7-4 16-4 23 2" />
      </g>
      <g fill="#1d1512">
        <ellipse cx="127" cy="158" rx="4.6" ry="5.4" />
        <ellipse cx="175" cy="158" rx="4.6" ry="5.4" />
      </g>
      <g {...line} stroke="#1d1512" strokeWidth="2.6">
        <path d="M117 155c5-6 14-6 19 0" />
        <path d="M166 155c5-6 14-6 19 0" />
      </g>
      <path {...line} d="M153 160c-2 10-8 18-7 22 1 3 6 4 10 3" stroke={colours.shade} strokeWidth="4" />
      <path {...line} d={smile} stroke="#7a2a24" strokeWidth="4.4" />
    </>
  );
}
