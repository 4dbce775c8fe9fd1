/** Tells the bench where this server listens, and on demand when it has collected its garbage. */
export function ready(port: number): void {
  process.send!({ port });
  process.on('message', () => {
    globalThis.gc!();
    process.send!('collected');
  });
  process.on('disconnect', () => process.exit());
  // Other signals keep their meaning; an ordinary end lets a profile be written.
  process.on('SIGTERM', () => process.exit());
}
