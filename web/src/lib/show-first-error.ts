/**
 * Scrolls the first invalid field to the middle of the viewport, with its error text: focus alone may leave the text
 * below a sticky bar at the bottom. Meant as the second argument of a form's `handleSubmit`.
 */
export function showFirstError(): void {
  // Waits until the error texts are rendered.
  requestAnimationFrame(() =>
    document.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
}
