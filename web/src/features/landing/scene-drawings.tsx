import { HatGlasses } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { PinMark } from '../../ui/pin-mark.tsx';
import { pinShape } from '../../ui/pin-shape.ts';
import { PinButton } from '../../ui/pin-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Bela, Chidi, Dana } from './portrait-drawings.tsx';

const nothing = () => undefined;

/** Choosing what to do and for how long. */
export function ReadyScene() {
  return (
    <div className="flex size-full flex-col justify-center gap-5 p-6">
      <div className="flex flex-wrap gap-2">
        {['Jazz night', 'Coffee', 'Walk a dog', 'Picnic', 'Museum visit'].map((idea, at) => (
          <Chip key={idea} selected={at === 0 || at === 1 || at === 4} onToggle={nothing}>
            {idea}
          </Chip>
        ))}
      </div>
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-3 gap-2">
          {['1h', '2h', '3h'].map((hours) => (
            <Chip key={hours} selected={hours === '3h'} onToggle={nothing} className="justify-center">
              {hours}
            </Chip>
          ))}
        </div>
        <span className={buttonClass({ block: true })}>Go Visible Now</span>
      </div>
    </div>
  );
}

/** Two people nearby, and a thumb on the pin. */
export function PinScene() {
  return (
    <div className="relative size-full">
      <div className="absolute -start-6 top-8 h-64 w-48 -rotate-6 overflow-hidden rounded-card shadow-float">
        <Dana />
      </div>
      <div className="absolute end-4 top-12 h-64 w-48 rotate-4 overflow-hidden rounded-card shadow-float">
        <Bela />
        <div className="absolute end-3 bottom-3">
          <PinButton label="Pin Bela" />
        </div>
      </div>
    </div>
  );
}

/** A conversation that is about to become an evening. */
export function ChatScene() {
  return (
    <div className="flex size-full flex-col justify-center gap-2.5 p-6 text-body">
      <div className="mb-2 flex items-center gap-3">
        <span className="block size-11 overflow-hidden rounded-chip">
          <Chidi />
        </span>
        <span className="font-semibold">Chidi, 33</span>
        <span className="ms-auto text-small font-semibold tabular">1:12</span>
      </div>
      <p className="bubble bg-sunken">The place with the piano?</p>
      <p className="bubble bubble-own">Ten minutes. Blue scarf.</p>
      <p className="bubble bg-sunken">See you there</p>
    </div>
  );
}

/** Pins that everyone can see, and one that only its recipient can. */
export function QuietScene() {
  const visible = [
    { left: '16%', top: '30%', opacity: 0.5 },
    { left: '70%', top: '14%', opacity: 0.4 },
    { left: '84%', top: '62%', opacity: 0.5 },
    { left: '28%', top: '76%', opacity: 0.35 },
  ];
  return (
    <div aria-hidden className="quiet-scene relative min-h-72 self-stretch lg:min-h-104">
      {visible.map((place) => (
        <span key={place.left} className="absolute size-9" style={place}>
          <PinMark className="size-full text-soft" />
        </span>
      ))}
      <span className="quiet-drop">
        <PinMark className="size-full" />
      </span>
      <span className="quiet-badge">
        <HatGlasses className="size-5" />
        1:42
      </span>
    </div>
  );
}

/** The grid that positions are snapped to: a person is somewhere in the cell. */
export function HexCells() {
  const size = 46;
  const cells = [];
  for (let row = -3; row <= 3; row += 1) {
    for (let column = -3; column <= 3; column += 1) {
      const x = 200 + (column + (row % 2 === 0 ? 0 : 0.5)) * size * Math.sqrt(3);
      const y = 190 + row * size * 1.5;
      cells.push({ key: `${row} ${column}`, x, y, home: row === 0 && column === 0 });
    }
  }
  return (
    <svg aria-hidden viewBox="0 0 400 380" className="hex-cells w-full max-w-md justify-self-center">
      {cells.map(({ key, x, y, home }) => (
        <path key={key} d={hexagon(x, y, size - 3)} className={home ? 'hex-home' : 'hex-cell'} />
      ))}
      <g className="hex-pin" transform="translate(170 152) scale(1.875)">
        <path d={pinShape.body} fillRule="evenodd" />
        <circle {...pinShape.dot} />
      </g>
    </svg>
  );
}

function hexagon(x: number, y: number, radius: number): string {
  const corners = Array.from({ length: 6 }, (_, at) => {
    const angle = (Math.PI / 3) * at + Math.PI / 6;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}
