/** Every part of the design system in every state; served in development only, as `/_ui`. */
export function Component() {
  return <main>…</main>;
}
