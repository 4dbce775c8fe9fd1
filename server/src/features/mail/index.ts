export { mailboxCarrier, smtpCarrier, type Carrier } from './carriers.ts';
export { createMailbox } from './development-mailbox.ts';
export { mailboxRoutes } from './mailbox-routes.ts';
export { renderLetter } from './letter.ts';
export { news as newsLetter } from './templates.ts';
export { createMail, type Mail } from './service.ts';
export { mailJobs } from './jobs.ts';
export { isNobody, type SmtpError } from './smtp-errors.ts';
