const LEVELS: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { type: string; message: string; stack?: string };
  [field: string]: unknown;
}

/** Formats a JSON log line for a terminal: time, message, and the rest as `name=value`. */
export function plainLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Line;
  const rest = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const fault = err ? `\n${err.stack ?? `${err.type}: ${err.message}`}` : '';
  return `${new Date(time).toLocaleTimeString('en-GB')} ${LEVELS[level] ?? ''}${msg}${rest.join('')}${fault}\n`;
}
