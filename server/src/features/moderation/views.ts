import type { File } from '@herenow/contract/call';
import type { Photo } from '@herenow/contract/entities';
import type { ModerationCase, ModerationEntry } from '@herenow/contract/moderation';
import { ageOn } from '@herenow/contract/ages';
import type { LogRow } from './log-store.ts';
import type { ReportedPerson, WaitingReport } from './queue-store.ts';

export function entryView({ createdAt, ...row }: LogRow): ModerationEntry {
  return { ...row, texts: row.texts ?? [], created: createdAt.toISOString() };
}

export interface CaseParts {
  photos: Photo[];
  reports: readonly WaitingReport[];
  history: readonly LogRow[];
}

export function caseView(person: ReportedPerson, parts: CaseParts, now: Date): ModerationCase {
  const { id, username, dateOfBirth, suspended, suspendedUntil } = person;
  return {
    user: {
      id,
      username,
      // The column allows only the pronouns of the contract.
      gender: person.gender as ModerationCase['user']['gender'],
      age: dateOfBirth === null ? null : ageOn(dateOfBirth, now),
      bio: person.bio,
      myTags: person.tags,
      photos: parts.photos,
      created: person.createdAt.toISOString(),
      suspended,
      suspendedUntil: suspendedUntil?.toISOString() ?? null,
      hiddenUntil: person.hiddenUntil?.toISOString() ?? null,
    },
    rank: person.rank,
    since: person.since?.toISOString() ?? null,
    heldBy: person.heldBy,
    reports: parts.reports.map(({ createdAt, updatedAt, ...report }) => ({
      id: report.id,
      reason: report.reason,
      words: report.words,
      photoId: report.photoId,
      reporterId: report.reporterId,
      reporterSuspended: report.reporterSuspended,
      reporterJudged: report.reporterJudged,
      reporterUpheld: report.reporterUpheld,
      changedAfterAnswer: report.changedAfterAnswer,
      created: createdAt.toISOString(),
      updated: updatedAt.toISOString(),
    })),
    blockedBy: person.blockedBy,
    history: parts.history.map(entryView),
  };
}

/** Returns log entries as a CSV file. Quotes cells that a spreadsheet would take for a formula as text. */
export function logAsCsv(rows: readonly LogRow[], now: Date): File {
  const cell = (value: string | number | null) => {
    const text = String(value ?? '');
    return `"${(/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  const lines = rows.map(({ createdAt, action, days, reasons, texts, ...row }) =>
    [
      createdAt.toISOString(),
      action,
      days,
      reasons.join('; '),
      row.why,
      row.note,
      row.userId,
      row.operatorId ?? row.formerOperator,
      texts?.join('; ') ?? '',
    ]
      .map(cell)
      .join(','),
  );
  const text = ['time,action,days,reasons,why,note,person,operator,removed', ...lines, ''].join('\r\n');
  const name = `moderation-${now.toISOString().slice(0, 10)}.csv`;
  return { name, type: 'text/csv; charset=utf-8', bytes: new TextEncoder().encode(text) };
}
