import { forgotPassword, resetPassword } from '@herenow/contract/accounts';
import { ok } from '@herenow/testing/encounters';
import { api } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { expect } from 'vitest';

/** Returns the code in a user's latest mail, once there are this many. */
export async function mailedCode(app: TestApp, { email }: { email: string }, mails = 1): Promise<string> {
  await expect.poll(() => app.mailbox.list(email)).toHaveLength(mails);
  return /\b\d{6}\b/.exec(app.mailbox.list(email)[0]!.text)![0];
}

/** Returns a code that is not this one. */
export const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000');

/** Sets a new password with a mailed code. */
export async function resetByMail(app: TestApp, { email }: { email: string }, password: string) {
  ok(await api(app, forgotPassword, { body: { email } }));
  const codes = () =>
    app.mailbox
      .list(email)
      .flatMap(({ subject }) => /^(\d{6}) is your Herenow password/.exec(subject)?.[1] ?? []);
  await expect.poll(codes).toHaveLength(1);
  ok(await api(app, resetPassword, { body: { code: codes()[0]!, password, email } }));
}
