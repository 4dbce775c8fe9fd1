import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { keepFile } from '../../../lib/download.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Section } from '../../../ui/section.tsx';
import { words } from '../two-step-words.ts';

/** Shows the recovery codes, which are shown only once, with ways to keep them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { email } = useMe();
  const text = words.file(email, codes);
  return (
    <Section title={words.codesTitle}>
      <p className="mt-2 text-body text-soft">{words.codes}</p>
      <ul className="mt-5 grid gap-x-6 gap-y-2 rounded-card bg-sunken p-5 font-mono text-body sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2.5 *:flex-1">
        <CopyButton text={text}>{words.copy}</CopyButton>
        <Button
          variant="ghost"
          icon={<Download aria-hidden className="size-5" />}
          onClick={() => keepFile(new Blob([text], { type: 'text/plain' }), words.fileName)}
        >
          {words.download}
        </Button>
      </div>
      <Button block className="mt-6" onClick={onKept}>
        {words.kept}
      </Button>
    </Section>
  );
}

/** Copies a text and confirms it. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(text, words.notCopied)) setCopied(true);
  };
  return (
    <Button variant="ghost" icon={<Copy aria-hidden className="size-5" />} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? words.copied : children}</span>
    </Button>
  );
}
