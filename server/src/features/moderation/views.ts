import type { Photo } from '@herenow/contract/entities';
import type { ModerationCase, ModerationEntry } from '@herenow/contract/moderation';
import { ageOn } from '@herenow/contract/rules';
import type { LogRow, ReportedPerson, WaitingReport } from './store.ts';

export function entryView({ createdAt, ...row }: LogRow): ModerationEntry {
  return { ...row, created: createdAt.toISOString() };
}

export interface CaseParts {
  photos: Photo[];
  reports: readonly WaitingReport[];
  history: readonly LogRow[];
}

export function caseView(person: ReportedPerson, parts: CaseParts, now: Date): ModerationCase {
  const { id, username, dateOfBirth, suspended } = person;
  return {
    user: {
      id,
      username,
      // The column takes nothing but the pronouns of the contract.
      gender: person.gender as ModerationCase['user']['gender'],
      age: dateOfBirth === null ? null : ageOn(dateOfBirth, now),
      myTags: person.tags,
      photos: parts.photos,
      created: person.createdAt.toISOString(),
      suspended,
    },
    reports: parts.reports.map((report) => ({
      id: report.id,
      reason: report.reason,
      reporterId: report.reporterId,
      created: report.createdAt.toISOString(),
      updated: report.updatedAt.toISOString(),
    })),
    blockedBy: person.blockedBy,
    history: parts.history.map(entryView),
  };
}
