import { session } from '../../lib/session.ts';
import { createStore } from '../../lib/value-store.ts';
import type { ReportProps } from './components/report-form.tsx';

interface Request extends ReportProps {
  /** The id of the reporter, so that another user who signs in does not see the draft. */
  by: string | null;
}
const store = createStore<Request | undefined>(undefined);

/** Opens the app's report form. It stays open when the page behind it is left, as when a chat ends. */
export const openReport = (about: Omit<ReportProps, 'open'>): void =>
  store.set({ ...about, open: true, by: session.get().userId });
/** Closes the form about a person; by now it may be about another. */
export function closeReport(userId: string): void {
  const request = store.get();
  if (request?.userId === userId) store.set({ ...request, open: false });
}
export const useReportRequest = store.use;
