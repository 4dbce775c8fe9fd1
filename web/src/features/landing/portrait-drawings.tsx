import { Portrait, type Colours } from './portrait.tsx';

export function Ada() {
  const colours: Colours = {
    skin: '#b9784f',
    shade: '#8d5436',
    hair: '#23130f',
    hairLight: '#4a2a1f',
    cloth: '#e0a43b',
    clothShade: '#b97e22',
    ground: ['#0f3a3d', '#081c22'],
    light: '#ffb46b',
  };
  return (
    <Portrait
      colours={colours}
      lit="left"
      lights={[
        [44, 70, 34, '#f5a52433'],
        [250, 52, 46, '#ff5a4f2e'],
        [268, 170, 22, '#ffd9a033'],
        [28, 196, 16, '#ffd9a02b'],
      ]}
      hair={{
        back: 'M151 52c-58 0-84 42-84 98 0 44-16 62-18 100-2 36 18 64 44 66h116c30-4 46-34 42-68-4-36-18-56-18-98 0-58-26-98-82-98Z',
        front:
          'M151 56c-42 0-68 34-64 92 1 14 6 24 12 28 0-34 14-60 44-76 10 30 36 44 62 48 0 12-1 20-3 28 8-6 12-16 12-30 2-56-22-90-63-90Z',
        strands: [
          ['M143 100c-26 14-40 34-43 58', 5],
          ['M70 210c-10 34 0 66 14 86', 6],
        ],
      }}
      cloth={
        <path
          d="M98 262c8 40 30 62 53 62s46-22 54-62"
          fill="none"
          stroke={colours.clothShade}
          strokeWidth="9"
        />
      }
      face={<circle cx="97" cy="186" r="5" fill="#f5d08a" />}
      smile="M131 200c12 11 29 11 41 0"
    />
  );
}

export function Bela() {
  const colours: Colours = {
    skin: '#e9b48d',
    shade: '#c2835f',
    hair: '#5a3320',
    hairLight: '#8a5534',
    cloth: '#2c4a6e',
    clothShade: '#1c3250',
    ground: ['#3b1f3f', '#170f22'],
    light: '#ff8f70',
  };
  return (
    <Portrait
      colours={colours}
      lit="right"
      lights={[
        [60, 58, 40, '#ff5a4f33'],
        [244, 96, 54, '#f5a5242b'],
        [30, 186, 20, '#ffb46b33'],
      ]}
      hair={{
        front:
          'M92 140c-8-8-10-22-4-34 2-22 22-44 44-46 26-10 62 0 72 26 12 12 14 34 4 54-4-18-12-30-24-36-22 10-52 10-72-2-12 8-18 20-20 38Z',
        curls: [
          [100, 98, 15],
          [118, 80, 17],
          [142, 70, 18],
          [168, 72, 18],
          [190, 84, 17],
          [204, 104, 14],
        ],
        strands: [['M128 76c6-6 14-8 22-6M172 80c8 0 14 4 18 10', 4]],
      }}
      face={
        <>
          <path
            d="M99 178c4 40 26 56 52 56s48-16 52-56c-6 12-14 17-24 17-8-7-48-7-56 0-10 0-18-5-24-17Z"
            fill={colours.hair}
            opacity="0.34"
          />
          <g fill="none" stroke="#231815" strokeWidth="4">
            <circle cx="126" cy="158" r="18" />
            <circle cx="176" cy="158" r="18" />
            <path d="M144 156c4-4 10-4 14 0M108 154l-10-4M194 154l9-4" strokeLinecap="round" />
          </g>
        </>
      }
      cloth={
        <>
          <path d="M112 258l39 40 39-40 18 10-44 62-13-22-13 22-44-62Z" fill={colours.clothShade} />
          <path d="M134 268l17 22 17-22Z" fill="#f2e6da" />
        </>
      }
      smile="M136 203c10 7 22 7 31-1"
    />
  );
}

export function Chidi() {
  const colours: Colours = {
    skin: '#6b4029',
    shade: '#472817',
    hair: '#140d0b',
    hairLight: '#33221b',
    cloth: '#c4482f',
    clothShade: '#953120',
    ground: ['#f0a94b', '#a8441f'],
    light: '#ffd9a0',
  };
  return (
    <Portrait
      colours={colours}
      lit="left"
      lights={[
        [236, 92, 62, '#ffe2ac55'],
        [40, 250, 90, '#e5322d22'],
      ]}
      hair={{
        front:
          'M94 146c-10-54 18-86 57-86s66 32 56 86c-3-2-5-6-5-14-2-14-8-22-18-28-22 6-46 6-66 0-10 6-16 14-18 28 0 8-2 12-6 14Z',
      }}
      face={
        <path
          d="M98 166c2 46 24 72 53 72s51-26 53-72c-5 14-11 22-20 25-8-8-20-9-33-4-13-5-25-4-33 4-9-3-15-11-20-25Zm36 39c10-5 24-5 34 0-3 12-8 15-17 15s-14-3-17-15Z"
          fill={colours.hair}
          fillRule="evenodd"
        />
      }
      cloth={
        <>
          <path d="M112 236h78l4 44c-26 14-60 14-86 0Z" fill={colours.clothShade} />
          <path d="M112 252c24 10 54 10 78 0" fill="none" stroke={colours.cloth} strokeWidth="3" />
        </>
      }
      smile="M138 208c8 5 18 5 26 0"
    />
  );
}

export function Dana() {
  const colours: Colours = {
    skin: '#f1c6a8',
    shade: '#d0937a',
    hair: '#c2562f',
    hairLight: '#e88a52',
    cloth: '#20463a',
    clothShade: '#143028',
    ground: ['#d9b8c4', '#8a5570'],
    light: '#fff0dc',
  };
  return (
    <Portrait
      colours={colours}
      lit="right"
      lights={[
        [60, 90, 70, '#fff0dc40'],
        [262, 210, 46, '#fff0dc30'],
      ]}
      hair={{
        back: 'M151 54c-60 0-84 46-82 104 1 34-4 56-10 74 22 12 44 14 60 8h64c18 6 40 4 60-8-8-20-10-42-9-74 2-60-24-104-83-104Z',
        front:
          'M151 58c-46 0-70 32-66 92 1 22-2 44-10 62 16 4 28 2 36-4-12-22-14-50-10-74 30 2 74 0 100-2 6 26 4 54-10 78 8 6 22 6 36 0-8-18-10-40-9-62 2-58-22-90-67-90Z',
        strands: [['M100 128c4-22 18-40 40-48M120 126c4-14 12-26 26-34', 5]],
      }}
      face={
        <g fill="#c2562f" opacity="0.35">
          {[
            [116, 178],
            [124, 183],
            [112, 186],
            [182, 178],
            [176, 184],
            [188, 185],
          ].map(([x, y]) => (
            <circle key={`${x}-${y}`} cx={x} cy={y} r="1.8" />
          ))}
        </g>
      }
      cloth={
        <>
          <path d="M104 262l47 60 47-60 14 6-52 132h-18L90 268Z" fill={colours.clothShade} />
          <path d="M126 262l25 40 25-40Z" fill="#f7f1ea" />
        </>
      }
      smile="M132 202c11 9 27 9 38 0"
    />
  );
}
