/**
 * Brings the first field that is wrong into the middle of the view, together with what is wrong: the focus alone may
 * leave its text below a bar that stays at the bottom. For the second argument of a form's `handleSubmit`.
 */
export function showFirstError(): void {
  // The texts are rendered first.
  requestAnimationFrame(() =>
    document.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
}
