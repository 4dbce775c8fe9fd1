/** Two taps within this time and distance are one double tap. */
const SOON_MS = 350;
const NEAR_PX = 24;

/** The last tap on something that can be tapped. */
let last: { at: number; x: number; y: number; href: string; control: Element } | undefined;
let touch = false;

/** Returns whether a click is the second of a double tap: of a mouse the system knows by itself, of a finger it does not. */
function isSecond({ timeStamp, clientX, clientY, detail }: MouseEvent): boolean {
  if (!last) return false;
  const near = Math.hypot(clientX - last.x, clientY - last.y) <= NEAR_PX;
  return near && (detail > 1 || (touch && timeStamp - last.at <= SOON_MS));
}

/** Returns whether where the last tap was there is something else by now: another page, or what lies over this one. */
function isOver({ href, control, x, y }: NonNullable<typeof last>): boolean {
  return href !== location.href || !control.contains(document.elementFromPoint(x, y));
}

function onClick(event: MouseEvent): void {
  const { target, timeStamp, clientX, clientY, detail } = event;
  // A key clicks as well.
  if (detail === 0 || !(target instanceof Element)) return;
  // It was meant for what stood there at the first tap, not for what that has brought.
  if (isSecond(event) && isOver(last!)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const control = target.closest('a, button, input, label, [role]');
  last = control ? { at: timeStamp, x: clientX, y: clientY, href: location.href, control } : undefined;
}

window.addEventListener('pointerdown', ({ pointerType }) => (touch = pointerType === 'touch'), true);
window.addEventListener('click', onClick, true);
