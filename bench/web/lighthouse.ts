import { runProgram } from '../lib/programs.ts';

/** npm installs it when it is first used: only one bench needs its 170 packages. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const MOST_BYTES = 64 * 1024 * 1024;

/** The parts of a report that are read here. */
interface Report {
  audits: Record<string, { score: number | null; numericValue?: number; details?: unknown }>;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  runtimeError?: { message: string };
}

/** A slow phone on slow 4G is simulated, or emulated by the browser. */
export type Throttling = 'simulate' | 'devtools';

/** Lets Lighthouse visit a page in a browser that runs. Throws if the visit fails. */
export async function visitByLighthouse(
  url: string,
  options: { port: number; throttling: Throttling; keepsStorage: boolean },
): Promise<Report> {
  const words = [
    `--port=${options.port}`,
    `--throttling-method=${options.throttling}`,
    '--only-categories=performance,accessibility,best-practices',
    ...(options.keepsStorage ? ['--disable-storage-reset'] : []),
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
  ];
  const command = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...words];
  const { stdout } = await runProgram('npm', command, { maxBuffer: MOST_BYTES });
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return report;
}
