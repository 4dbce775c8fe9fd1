import type { ModerationEntry, ModerationFile } from '@herenow/contract/moderation';
import { Link } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { Section } from '../../../ui/section.tsx';
import { words } from '../words.ts';
import { Messages, ReporterChanges, Said } from './case-messages.tsx';
import { ShownAtReport } from './shown-then.tsx';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
export const dayText = (iso: string): string => DAY.format(new Date(iso));
export const momentText = (iso: string): string => MOMENT.format(new Date(iso));

/** Lists all open reports with their texts and messages. */
export function CaseReports({ reports }: Pick<ModerationFile, 'reports'>) {
  const me = useMe();
  return (
    <Section heading="h3" title={words.reportsTitle} text={reports.length === 0 ? words.noReports : ''}>
      <ul className="mt-2 flex flex-col gap-3">
        {reports.map((report) => (
          <li key={report.id} className="rounded-field border border-line bg-raised p-4">
            <p className="font-semibold">{report.reason}</p>
            <Said text={report.words} className="mt-1" />
            <p className="mt-1 text-small text-soft">
              {momentText(report.updated)} ·{' '}
              {report.reporterId === null
                ? words.reporterGone
                : words.reporter(report.reporterMade, report.reporterJudged, report.reporterUpheld)}
              {report.reporterSuspended && <strong> · {words.reporterSuspended}</strong>}
              {report.reporterId === me.id && <strong className="text-warn"> · {words.reporterIsYou}</strong>}
            </p>
            {report.reporterId !== null && report.reporterId !== me.id && (
              <Link
                to={`/desk/case/${report.reporterId}`}
                className="inline-flex min-h-11 items-center text-small font-semibold underline"
              >
                {words.openReporter}
              </Link>
            )}
            <ShownAtReport shown={report.shown} />
            <ReporterChanges count={report.changedAfterAnswer} />
            {report.messages.length > 0 && (
              <details className="mt-2" open={report.messages.some(({ reported }) => reported)}>
                <summary className="min-h-11 cursor-pointer py-2 text-small font-semibold">
                  {words.messages} ({report.messages.length})
                </summary>
                <Messages messages={report.messages} reportedAt={report.created} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The duration, the reason and the note of an act. */
export const detailsOf = ({ action, days, texts, reasons, why, note }: ModerationEntry): string[] =>
  [
    action === 'suspend' ? words.days[(days ?? 'ever') as keyof typeof words.days] : '',
    texts.map((text) => words.text[text]).join(', '),
    reasons.join(', '),
    why,
    note,
  ].filter(Boolean);

/** What else is known about the person, and earlier acts. */
export function CaseFacts({ file }: { file: ModerationFile }) {
  const { user, signIns, blockedBy, history } = file;
  return (
    <>
      <Section heading="h3" title={words.known}>
        <ul className="mt-1 text-small text-soft">
          <li>{words.joined(dayText(user.created))}</li>
          <li>{words.signIns(signIns.lastMonth)}</li>
          <li>{words.devices(signIns.devices)}</li>
          {signIns.last && <li>{words.lastSeen(dayText(signIns.last))}</li>}
          <li>{words.blockedBy(blockedBy)}</li>
          <li>{[user.gender, ...user.myTags].filter(Boolean).join(', ')}</li>
        </ul>
      </Section>
      <Section heading="h3" title={words.history} text={history.length === 0 ? words.noHistory : ''}>
        <ul className="mt-1 flex flex-col gap-2">
          {history.map((entry) => (
            <li key={entry.id} className="text-small">
              <strong>{words.act[entry.action]}</strong>{' '}
              <span className="text-soft">
                {[dayText(entry.created), ...detailsOf(entry)].join(words.between)}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
