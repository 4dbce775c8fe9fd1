/** A tap within this time after the content under it changed was meant for the old content. */
const SOON_MS = 350;
const NEAR_PX = 24;
/** For how long users tap again because nothing has happened yet. */
const PATIENCE_MS = 5000;
const LOOK_MS = 100;

interface Tap {
  at: number;
  x: number;
  y: number;
  href: string;
  control: Element;
  /** What was last seen there. The address changes before the page on the screen does. */
  seen: { href: string; hit: Element | null };
  changed?: number;
  /** When the control was done with what it was pressed for. */
  done?: number;
}

let last: Tap | undefined;
let finger = false;

const there = ({ x, y }: { x: number; y: number }) => ({
  href: location.href,
  hit: document.elementFromPoint(x, y),
});

/** A button says that it is busy, and with that takes no press itself. */
const work = new MutationObserver(() => {
  if (last?.control.getAttribute('aria-disabled') === null) last.done = performance.now();
});

function look(tap: Tap): void {
  if (tap !== last) return;
  const now = there(tap);
  if (now.href !== tap.seen.href || now.hit !== tap.seen.hit) tap.changed = performance.now();
  tap.seen = now;
  if (performance.now() - tap.at < PATIENCE_MS) setTimeout(look, LOOK_MS, tap);
  else last = undefined;
}

/**
 * Returns whether a click was meant for what the last one has changed, or for what it has done by now. A mouse's double
 * clicks the system counts.
 */
function isLate(tap: Tap, { timeStamp, clientX, clientY, detail }: MouseEvent): boolean {
  if (Math.hypot(clientX - tap.x, clientY - tap.y) > NEAR_PX) return false;
  const { href, hit } = there(tap);
  // Another page, or something else on this one.
  const isOver = href !== tap.href || !tap.control.contains(hit);
  const since = isOver ? (tap.changed ?? timeStamp) : tap.done;
  return since !== undefined && (detail > 1 || (finger && timeStamp - since <= SOON_MS));
}

function onClick(event: MouseEvent): void {
  const { target, timeStamp: at, clientX: x, clientY: y, detail } = event;
  // A key clicks as well.
  if (detail === 0 || !(target instanceof Element)) return;
  if (last && isLate(last, event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const control = target.closest('a, button, input, label, [role]') ?? target;
  last = { at, x, y, href: location.href, control, seen: there({ x, y }) };
  work.disconnect();
  work.observe(control, { attributeFilter: ['aria-disabled'] });
  setTimeout(look, LOOK_MS, last);
}

/**
 * A held Enter presses once: its repeats would press whatever gets the focus next. In a text area it starts new lines.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Lets the next tap act on whatever is there. Call this after a scroll, since the content that it brings is what the
 * user means to tap.
 */
export function forgetTap(): void {
  last = undefined;
}

window.addEventListener('keydown', onKeyDown, true);
window.addEventListener('pointerdown', ({ pointerType }) => (finger = pointerType !== 'mouse'), true);
window.addEventListener('pointercancel', forgetTap, true);
window.addEventListener('click', onClick, true);
