export { useBlock } from './queries.ts';
export { openReport, useReportRequest } from './report-store.ts';
