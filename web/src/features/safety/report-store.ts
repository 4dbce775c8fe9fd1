import { session } from '../../lib/session.ts';
import { createStore } from '../../lib/value-store.ts';
import type { ReportProps } from './components/report-form.tsx';

interface Request extends ReportProps {
  /** The reporter; another user who signs in does not find the draft. */
  by: string | null;
}
const store = createStore<Request | undefined>(undefined);

/** Opens the one report of the app. It stays when the page it was opened on goes, as with a chat that has ended. */
export const openReport = (about: Omit<ReportProps, 'open'>): void =>
  store.set({ ...about, open: true, by: session.get().userId });
export const closeReport = (): void => store.set({ ...store.get()!, open: false });
export const useReportRequest = store.use;
