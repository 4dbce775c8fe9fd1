import { refusal } from './refusal.ts';

export const blockSelf = refusal('block-self', 400, 'You cannot block yourself.');
export const reportSelf = refusal('report-self', 400, 'You cannot report yourself.');
export const reportReason = refusal('report-reason', 400, 'Please select a reason for reporting');
export const reportWords = refusal('report-words', 400, 'Please say it in up to 500 characters');
export const reporterMissing = refusal('reporter-missing', 400, 'Please say who reports.');
export const moderateSelf = refusal('moderate-self', 400, 'You cannot moderate yourself.');
export const actionUnknown = refusal('action-unknown', 400, 'Please choose what to do');
export const whyLong = refusal('why-long', 400, 'Please say why in up to 300 characters.');
export const caseHeld = refusal('case-held', 409, 'Somebody else is looking at this case.');
export const caseHeldLong = refusal(
  'case-held-long',
  409,
  'You have had this case for 30 minutes. Anybody may take it now; until somebody does, you can still decide.',
);
export const caseOwn = refusal(
  'case-own',
  409,
  'You have reported this person yourself. Another operator judges that.',
);
export const caseChanged = refusal(
  'case-changed',
  409,
  'A report has come in since you looked. Please look at the case again.',
);
export const profileChanged = refusal(
  'profile-changed',
  409,
  'This name or text is not there any more. Please look at the case again.',
);
export const operatorFirst = refusal(
  'operator-first',
  409,
  'This person is an operator. Whoever runs the server has to remove them as one first.',
);
export const noteLong = refusal('note-long', 400, 'Notes can have up to 1,000 characters.');
export const dateWho = refusal('date-who', 400, 'Please say whom you meet, in up to 60 characters.');
export const datePlaceLong = refusal('date-place-long', 400, 'Please say where in up to 120 characters.');
export const dateUnseen = refusal('date-unseen', 400, 'What you share cannot have invisible characters.');
export const dateEnd = refusal('date-end', 400, 'Please choose a time within the next 12 hours.');
export const datesTooMany = refusal(
  'dates-too-many',
  409,
  'You can share up to 3 dates at once. Please end one first.',
);
export const noReport = refusal('no-report', 409, 'No report on this person waits.');
export const notSuspended = refusal('not-suspended', 409, 'This person is not suspended.');
export const alreadySuspended = refusal('already-suspended', 409, 'This person is suspended already.');
export const linkOver = refusal('link-over', 404, 'This link is not valid, or not any more.');
export const alreadyAppealed = refusal('already-appealed', 409, 'You have appealed this decision already.');
export const appealWords = refusal('appeal-words', 400, 'Please say what we should look at again.');
export const appealLong = refusal('appeal-long', 400, 'Please say it in up to 1,000 characters.');
export const choosePeople = refusal('choose-people', 400, 'Please choose up to 50 people.');
