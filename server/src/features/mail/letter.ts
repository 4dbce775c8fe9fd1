import { CONTACT_EMAIL } from '@herenow/contract/constants';

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

export interface LetterParts {
  subject: string;
  title: string;
  paragraphs: string[];
  code?: string;
  /** A link, with a text that says what it is for. */
  link?: { text: string; label: string; url: string };
  /** Smaller text below everything else. */
  after: string[];
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Returns a letter as plain text and as HTML that every mail program shows: tables and inline styles only. */
export function letter(parts: LetterParts): Letter {
  return { subject: parts.subject, text: asText(parts), html: asHtml(parts) };
}

function asText({ title, paragraphs, code, link, after }: LetterParts): string {
  const blocks = [
    title,
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(link ? [link.text, link.url] : []),
    ...after,
  ];
  return `${blocks.join('\n\n')}\n\n-- \nHerenow, real people, right now\n${CONTACT_EMAIL}\n`;
}

function asHtml({ subject, title, paragraphs, code, link, after }: LetterParts): string {
  const paragraph = (style: string) => (text: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:#1a1614">${escapeHtml(title)}</h1>`,
    ...paragraphs.map(paragraph('font-size:16px;line-height:24px;color:#1a1614')),
    ...(code ? [codeBox(code)] : []),
    ...(link ? [linkBox(link)] : []),
    ...after.map(paragraph('font-size:14px;line-height:20px;color:#6b625c')),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#fffbf7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#fffbf7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;${FONT}">
<tr><td style="padding:0 8px 16px;font-size:18px;font-weight:700;color:#1a1614"><span style="color:#e5322d">&#9679;</span> Herenow</td></tr>
<tr><td style="padding:32px 28px 16px;background:#ffffff;border:1px solid #eadfd5;border-radius:24px">
${body}
</td></tr>
<tr><td style="padding:16px 8px;font-size:12px;line-height:18px;color:#6b625c">
Real people, right now, no algorithms. Questions: ${CONTACT_EMAIL}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function codeBox(code: string): string {
  return `<p style="margin:8px 0 24px;padding:16px;background:#fffbf7;border:1px solid #eadfd5;border-radius:14px;text-align:center;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;color:#1a1614">${escapeHtml(code)}</p>`;
}

function linkBox({ text, label, url }: NonNullable<LetterParts['link']>): string {
  return `<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:#6b625c">${escapeHtml(text)}<br><a href="${escapeHtml(url)}" style="color:#b3261e;font-weight:700">${escapeHtml(label)}</a></p>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
export const moment = (at: Date): string => `${FORMAT.format(at)} UTC`;
