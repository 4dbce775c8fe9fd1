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

/**
 * Whether the mail server refuses for good because of the recipient’s mailbox or domain (RFC 3463). Other answers, such
 * as 5.7.1 of one that relays nothing any more, may hold for every mail, and end with what the operator mends. A server
 * that gives no such code says nothing more than this recipient.
 */
export const isRefusedAddress = ({ command, response = '' }: SmtpError): boolean =>
  command === 'RCPT TO' && /^5\d\d[ -](?:5\.[12]\.|(?!\d\.\d))/.test(response);

/** Whether an answer says nothing about other mails: any to a recipient, unless it forbids what is the same for all. */
export const isRecipients = ({ command, response = '' }: SmtpError): boolean =>
  command === 'RCPT TO' && !/^5\d\d[ -]5\.[^12]/.test(response);
