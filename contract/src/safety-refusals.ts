import { refusal } from './refusal.ts';

export const blockSelf = refusal('block-self', 400, 'You cannot block yourself.');
export const blocksFull = refusal(
  'blocks-full',
  409,
  'You’ve blocked 10,000 people, as many as one account can. Please unblock somebody first.',
);
export const reportSelf = refusal('report-self', 400, 'You cannot report yourself.');
export const reportReason = refusal('report-reason', 400, 'Please select a reason for reporting');
export const reportWords = refusal('report-words', 400, 'Please say it in up to 500 characters');
export const reporterMissing = refusal('reporter-missing', 400, 'Please say who is reporting.');
export const moderateSelf = refusal('moderate-self', 400, 'You cannot moderate yourself.');
export const actionUnknown = refusal('action-unknown', 400, 'Please choose what to do');
export const whyLong = refusal('why-long', 400, 'Please say why in up to 300 characters.');
export const caseHeld = refusal('case-held', 409, 'Someone else is looking at this case.');
export const caseHeldLong = refusal(
  'case-held-long',
  409,
  'You have had this case for 30 minutes. Anyone can take it now. Until someone does, you can still decide.',
);
export const caseOwn = refusal(
  'case-own',
  409,
  'You’ve reported this person yourself, so another operator has to decide.',
);
export const caseChanged = refusal(
  'case-changed',
  409,
  'This case has changed since you looked. Please look at it again.',
);
export const profileChanged = refusal(
  'profile-changed',
  409,
  'This name or text isn’t there any more. Please look at the case again.',
);
export const operatorFirst = refusal(
  'operator-first',
  409,
  'This person is an operator. Whoever runs the server needs to remove them as an operator first.',
);
export const operatorLeaves = refusal(
  'operator-leaves',
  409,
  'You’re an operator. Whoever runs the server needs to remove you as an operator first.',
);
export const noteLong = refusal('note-long', 400, 'Notes can have up to 1,000 characters.');
export const dateWho = refusal('date-who', 400, 'Please say who you’re meeting, in up to 60 characters.');
export const datePlaceLong = refusal('date-place-long', 400, 'Please say where, in up to 120 characters.');
export const dateUnseen = refusal('date-unseen', 400, 'What you share can’t have invisible characters.');
export const dateEnd = refusal('date-end', 400, 'Please choose a time within the next 12 hours.');
export const datesTooMany = refusal(
  'dates-too-many',
  409,
  'You can share up to 3 dates at once. Please stop sharing one first.',
);
export const noReport = refusal('no-report', 409, 'There’s no report about this person to decide.');
export const notSuspended = refusal('not-suspended', 409, 'This person is not suspended.');
export const alreadySuspended = refusal('already-suspended', 409, 'This person is already suspended.');
export const linkOver = refusal('link-over', 404, 'This link isn’t valid or has expired.');
export const alreadyAppealed = refusal('already-appealed', 409, 'You’ve already appealed this decision.');
export const appealWords = refusal('appeal-words', 400, 'Please say what we should look at again.');
export const appealLong = refusal('appeal-long', 400, 'Please say it in up to 1,000 characters.');
export const choosePeople = refusal('choose-people', 400, 'Please choose up to 50 people.');
