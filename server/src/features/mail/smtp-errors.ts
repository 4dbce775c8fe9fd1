/** What a carrier throws. */
export interface SmtpError {
  code?: string;
  command?: string;
  /** The server’s answer. */
  response?: string;
  responseCode?: number;
  /** Whether the server had the whole mail but did not say so: nobody can know whether it arrives. */
  unconfirmed?: boolean;
}

/** Whether the mail server says that there is no such mailbox or domain, or that it is closed (RFC 3463). */
export const isNobody = ({ command, response = '' }: SmtpError): boolean =>
  command === 'RCPT TO' && /^55\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/.test(response);

/** Whether the mail server refuses this recipient for good, rather than all mails for now. */
export const isRefusedAddress = ({ command, responseCode = 0 }: SmtpError): boolean =>
  command === 'RCPT TO' && responseCode >= 500;
