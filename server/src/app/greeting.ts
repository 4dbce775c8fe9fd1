import type { Config } from '../config.ts';

/** Returns what a developer or operator needs to know right after starting the server. */
export function greeting(config: Config, port: number): string {
  const local = `http://localhost:${port}`;
  // With port 0, the public address is only known now.
  const address = config.port === 0 && new URL(config.publicUrl).port === '0' ? local : config.publicUrl;
  const behind = new URL(address).port === String(port) ? '' : ` and listens on port ${port}`;
  const mails = config.mailUrl
    ? 'Mails leave by the server of MAIL_URL.'
    : `Mails are printed here, and kept at ${local}/dev/mailbox.`;
  const data = config.databaseUrl ? '' : ` Its data is in ${config.dataDir}.`;
  return `\nHerenow is at ${address}${behind}.${data}\n${mails}\n\n`;
}
