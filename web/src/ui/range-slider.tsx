import { useRef, type CSSProperties, type PointerEvent } from 'react';
import './slider.css';
import './range-slider.css';

/** The width of a knob in px, and how far from its centre a finger still reaches it. */
const KNOB = 28;
const REACH = 22;

type Props = {
  min: number;
  max: number;
  value: readonly [number, number];
  onChange: (value: [number, number]) => void;
  labels: readonly [string, string];
};

/** Where a drag began, and at which handle: unknown until it moves if both are at the same place. */
type Drag = { x: number; at?: 0 | 1; from: number; perPx: number };

/**
 * Renders two handles on one track; neither passes the other. A finger gets the nearer one, also beside its knob, and
 * moves it by as much as the finger moves.
 */
export function RangeSlider({ min, max, value, onChange, labels }: Props) {
  const [low, high] = value;
  const pair = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>(null);
  const part = (at: number) => (at - min) / (max - min);
  const style = { '--from': part(low), '--to': part(high) } as CSSProperties;
  const change = (at: 0 | 1, next: number) =>
    onChange(
      at === 0 ? [Math.max(min, Math.min(next, high)), high] : [low, Math.min(max, Math.max(next, low))],
    );

  const grab = ({ currentTarget, pointerId, isPrimary, button, clientX: x }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const perPx = (max - min) / (width - KNOB);
    const distanceOf = (one: number) => Math.abs(left + KNOB / 2 + (one - min) / perPx - x);
    const [toLow, toHigh] = [distanceOf(low), distanceOf(high)];
    if (!isPrimary || button !== 0 || Math.min(toLow, toHigh) > REACH) return;
    currentTarget.setPointerCapture(pointerId);
    if (low === high) {
      drag.current = { x, from: low, perPx };
      return;
    }
    const at = toLow < toHigh ? 0 : 1;
    pair.current?.querySelectorAll('input')[at]?.focus();
    drag.current = { x, at, from: value[at], perPx };
  };
  const pull = ({ clientX }: PointerEvent) => {
    const grabbed = drag.current;
    if (!grabbed || clientX === grabbed.x) return;
    grabbed.at ??= clientX < grabbed.x ? 0 : 1;
    change(grabbed.at, Math.round(grabbed.from + (clientX - grabbed.x) * grabbed.perPx));
  };
  const letGo = () => {
    drag.current = null;
  };

  const handle = (at: 0 | 1) => (
    <input
      type="range"
      aria-label={labels[at]}
      min={min}
      max={max}
      value={value[at]}
      onChange={({ currentTarget }) => change(at, currentTarget.valueAsNumber)}
      className="range"
    />
  );
  return (
    // The pointer adds to what the two inputs do with keys.
    <div
      ref={pair}
      role="presentation"
      className="range-pair"
      style={style}
      onPointerDown={grab}
      onPointerMove={pull}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      // The browser would move the focus away from the handle.
      onMouseDown={(event) => event.preventDefault()}
    >
      {handle(0)}
      {handle(1)}
    </div>
  );
}
