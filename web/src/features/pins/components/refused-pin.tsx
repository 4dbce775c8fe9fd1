/** The content of the toast for a pin that failed; the reason is the server's. */
export function RefusedPin({ text, reason }: { text: string; reason: string | undefined }) {
  return (
    <>
      {text}
      {reason && <span className="mt-0.5 block font-normal text-soft">{reason}</span>}
    </>
  );
}
