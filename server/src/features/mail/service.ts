import type { JobData } from '../../database/jobs.ts';
import type { Tx } from '../../database/work.ts';
import type { Carrier } from './carriers.ts';
import type { Letter } from './letter.ts';
import * as templates from './templates.ts';

export type Mail = ReturnType<typeof createMail>;

/** Mails people. Each is a job of the change that it tells of, so it is sent exactly if the change is made. */
export function createMail({ carrier }: { carrier: Carrier }) {
  const sender =
    <T>(template: (data: T) => Letter) =>
    (tx: Tx, to: string, data: T): Promise<void> =>
      tx.enqueue('mail', { to, ...template(data) });

  return {
    verification: sender(templates.verification),
    reset: sender(templates.reset),
    passwordChanged: sender(templates.passwordChanged),
    newDevice: sender(templates.newDevice),
    /** The job. */
    async deliver(mail: JobData['mail']): Promise<void> {
      try {
        await carrier.carry(mail);
      } catch (error) {
        // The server's own words stay out of the log.
        // oxlint-disable-next-line preserve-caught-error
        throw new Error(`The mail server did not take a mail (${reason(error)}).`);
      }
    },
  };
}

/** What failed, without the server's words: they usually repeat the address. */
function reason(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}
