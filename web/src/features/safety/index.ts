export { ReportDialog } from './components/report-dialog.tsx';
export { useBlock } from './queries.ts';
