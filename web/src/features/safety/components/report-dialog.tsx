import { lazy, Suspense, useState } from 'react';
import type { ReportProps } from './report-form.tsx';

const ReportForm = lazy(async () => ({ default: (await import('./report-form.tsx')).ReportForm }));

/** The report of a person; its form is loaded when it is first opened. */
export function ReportDialog(props: ReportProps) {
  const [wanted, setWanted] = useState(false);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <ReportForm {...props} />
    </Suspense>
  );
}
