import { CONTACT_EMAIL } from '@herenow/contract/constants';

/** What a mail says. */
export interface Letter {
  subject: string;
  title: string;
  paragraphs: string[];
  code?: string;
  /** A link, with a text that says what it is for; `small` if the mail is about something else. */
  link?: { text: string; label: string; url: string; small?: true };
  /** Smaller text below everything else. */
  after?: readonly string[];
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The style of each class in a dark mail program that supports styles; the others keep the light one. */
const DARK = Object.entries({
  paper: 'background:#12100f',
  card: 'background:#1c1917;border-color:#2f2a27',
  ink: 'color:#f7f1ea',
  soft: 'color:#a89f97',
  mark: 'color:#ff5a4f',
  code: 'background:#26211e;border-color:#2f2a27;color:#f7f1ea',
  press: 'background:#f7f1ea;color:#1a1614',
})
  .map(([name, look]) => `.${name}{${look.replaceAll(/(?=;|$)/g, '!important')}}`)
  .join('');

/** A letter as plain text, and as HTML that every mail program shows: tables and inline styles suffice. */
export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

export const renderLetter = (letter: Letter): RenderedLetter => ({
  subject: letter.subject,
  text: asText(letter),
  html: asHtml(letter),
});

function asText({ title, paragraphs, code, link, after = [] }: Letter): string {
  const blocks = [
    title,
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(link ? [link.text, link.url] : []),
    ...after,
  ];
  return `${blocks.join('\n\n')}\n\n-- \nHerenow, real people, right now\n${CONTACT_EMAIL}\n`;
}

function asHtml({ subject, title, paragraphs, code, link, after = [] }: Letter): string {
  const body = [
    `<h1 class="ink" dir="auto" style="margin:0 0 12px;font-size:26px;line-height:30px;letter-spacing:-0.5px;color:#1a1614">${escapeHtml(title)}</h1>`,
    ...paragraphs.map(
      (text) =>
        `<p class="ink" dir="auto" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1a1614">${escapeHtml(text)}</p>`,
    ),
    ...(code ? [codeBox(code)] : []),
    ...(link ? [link.small ? smallLink(link) : linkBox(link)] : []),
    ...after.map(small),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fffbf7">
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#fffbf7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;${FONT}">
<tr><td class="ink" style="padding:0 28px 16px;font-size:20px;line-height:24px;font-weight:700;letter-spacing:-0.5px;color:#1a1614"><span class="mark" style="color:#e5322d">&#9679;</span> Herenow</td></tr>
<tr><td class="card" style="padding:32px 28px 16px;background:#ffffff;border:1px solid #eadfd5;border-radius:24px;word-break:break-word">
${body}
</td></tr>
<tr><td class="soft" style="padding:16px 28px;font-size:13px;line-height:20px;color:#6b625c">
Real people, right now, no algorithms. Questions: ${CONTACT_EMAIL}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function small(text: string): string {
  return `<p class="soft" style="margin:0 0 16px;font-size:14px;line-height:20px;color:#6b625c">${escapeHtml(text)}</p>`;
}

function codeBox(code: string): string {
  return `<p class="code" style="margin:8px 0 24px;padding:16px;background:#fffbf7;border:1px solid #eadfd5;border-radius:14px;text-align:center;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;text-indent:8px;color:#1a1614">${escapeHtml(code)}</p>`;
}

type Link = NonNullable<Letter['link']>;

function linkBox({ text, label, url }: Link): string {
  return `${small(text)}
<p style="margin:0 0 24px"><a class="press" href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;background:#1a1614;border-radius:14px;font-size:16px;line-height:24px;font-weight:700;text-decoration:none;color:#fffbf7">${escapeHtml(label)}</a></p>`;
}

function smallLink({ text, label, url }: Link): string {
  return `<p class="soft" style="margin:0 0 16px;font-size:14px;line-height:20px;color:#6b625c">${escapeHtml(text)}<br><a class="soft" href="${escapeHtml(url)}" style="color:#6b625c;font-weight:700">${escapeHtml(label)}</a></p>`;
}

/** More digits than this may be a telephone number. */
const DIGITS_MOST = 4;

/**
 * Returns what a mail tells of a text that somebody else may have chosen, in quotation marks: words of letters and a few
 * digits, since mail programs make links of addresses, telephone numbers and domains. Undefined if nothing is left.
 */
export function quoted(text: string): string | undefined {
  const words = text.replaceAll(/[^\p{L}\p{M}\p{Nd}’'-]+/gu, ' ');
  const few = (words.match(/\p{Nd}/gu) ?? []).length <= DIGITS_MOST;
  const plain = (few ? words : words.replaceAll(/\p{Nd}+/gu, ' '))
    .replaceAll(/\s+-*\s*|^-+|-+$/g, ' ')
    .trim();
  return plain === '' ? undefined : `“${plain}”`;
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
