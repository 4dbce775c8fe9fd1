export function Landing() {
  return <main>Herenow</main>;
}
