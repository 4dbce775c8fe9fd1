import { CONTACT_EMAIL } from '@herenow/contract/constants';

export function MailLink() {
  return (
    <a
      href={`mailto:${CONTACT_EMAIL}`}
      className="rounded-small font-semibold text-signal-ink underline underline-offset-4"
    >
      {CONTACT_EMAIL}
    </a>
  );
}
