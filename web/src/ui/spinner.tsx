/** Decoration only: the component that shows it says in words what is loading. */
export function Spinner() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-5 animate-[turn_800ms_linear_infinite]">
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.22" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
