export function MailLink({ address }: { address: string }) {
  return (
    <a
      href={`mailto:${address}`}
      className="rounded-small font-semibold text-signal-ink underline underline-offset-4"
    >
      {address}
    </a>
  );
}
