import { Cookie, FileText, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { cx } from '../../../ui/cx.ts';
import { SubPage } from '../../../ui/sub-page.tsx';
import { DocumentDialog, type DocumentName } from '../../accounts/index.ts';
import { MailLink } from '../components/mail-link.tsx';
import { useBack } from '../use-back.ts';
import { words } from '../words.ts';

export default function LegalScreen() {
  const back = useBack();
  const [shown, setShown] = useState<DocumentName>();
  return (
    <SubPage title={words.legal.title} onBack={back}>
      <p className="text-body text-soft">{words.legal.text}</p>
      <div className={cx('mt-6', listCardClass)}>
        <ListRow title={words.legal.terms} icon={FileText} onClick={() => setShown('terms')} />
        <ListRow title={words.legal.privacy} icon={ShieldCheck} onClick={() => setShown('privacy')} />
        <ListRow title={words.reading.cookies} icon={Cookie} to="/cookie-policy" />
      </div>
      <p className="mt-8 text-small text-soft first-letter:uppercase">{words.legal.updated}</p>
      <p className="mt-2 text-small text-soft">
        {words.legal.contact} <MailLink />.
      </p>
      <DocumentDialog name={shown} onClose={() => setShown(undefined)} />
    </SubPage>
  );
}
