import { APP_VERSION, SITE_LABEL, SOURCE_URL } from '@herenow/contract/constants';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { PinMark } from '../../../ui/pin-mark.tsx';
import { MailLink } from '../components/mail-link.tsx';
import { useBack } from '../use-back.ts';
import { words } from '../words.ts';

export default function AboutScreen() {
  const back = useBack();
  return (
    <SubPage title={words.about.title} onBack={back}>
      <PinMark className="-ms-2 size-14 text-signal" />
      <p className="mt-5 font-display text-heading font-bold tracking-tight whitespace-pre-line">
        {words.about.tagline}
      </p>
      <p className="mt-3 text-body text-soft">{words.about.blurb}</p>

      <h2 className="mt-12 text-title">{words.about.howTitle}</h2>
      <ol className="mt-5 flex flex-col gap-6">
        {words.about.how.map(({ title, text }, at) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden
              className="grid size-9 shrink-0 place-items-center rounded-chip bg-signal-tint font-display text-body font-bold text-signal-ink"
            >
              {at + 1}
            </span>
            <div>
              <h3 className="text-body">{title}</h3>
              <p className="mt-0.5 text-small text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>

      <h2 className="mt-12 mb-3 text-title">{words.about.moreTitle}</h2>
      <div className={listCardClass}>
        <ListRow to="/safe-dating-tips" title={words.reading.tips} />
        <ListRow to="/faq" title={words.reading.faq} />
        <ListRow to="/discover-more" title={words.reading.discover} />
        <ListRow to="/legal" title={words.legal.title} />
      </div>

      <h2 className="mt-12 text-title">{words.about.contactTitle}</h2>
      <p className="mt-2 text-body text-soft">
        {words.about.contact} <MailLink />.
      </p>
      <p className="mt-10 text-small text-soft">
        {words.about.source}{' '}
        <a
          href={SOURCE_URL}
          rel="license noreferrer"
          className="rounded-small font-semibold text-signal-ink underline underline-offset-4"
        >
          {words.about.sourceLink}
        </a>
      </p>
      <p className="mt-2 text-small text-soft">
        {words.about.version(APP_VERSION)} · {SITE_LABEL}
      </p>
    </SubPage>
  );
}
