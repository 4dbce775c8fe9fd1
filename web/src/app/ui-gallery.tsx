/** Every part of the design system in every state; served in development only, as `/_ui`. */
export default function UiGallery() {
  return <main>…</main>;
}
