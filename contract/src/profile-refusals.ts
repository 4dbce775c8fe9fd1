import { refusal } from './refusal.ts';

export const userNotFound = refusal('user-not-found', 404, 'User not found');
export const nameRequired = refusal('name-required', 400, 'Please enter your name');
export const nameLong = refusal('name-long', 400, 'Names can have up to 60 characters.');
export const nameUnseen = refusal('name-unseen', 400, 'Names can’t have invisible characters.');
export const bioLong = refusal('bio-long', 400, 'Please keep it to 300 characters.');
export const bioUnseen = refusal('bio-unseen', 400, 'This text can’t have invisible characters.');
export const nameReserved = refusal(
  'name-reserved',
  400,
  'This name is reserved. Please choose another one.',
);
export const textRemoved = refusal(
  'text-removed',
  409,
  'This was removed from your profile before and can’t be used again. Please choose something else.',
);
export const pronounsRequired = refusal('pronouns-required', 400, 'Please choose your pronouns');
export const dateOfBirthRequired = refusal('date-of-birth-required', 400, 'Please enter your date of birth');
export const dateOfBirthInvalid = refusal('date-of-birth-invalid', 400, 'Please enter a real date of birth');
export const dateOfBirthDiffers = refusal(
  'date-of-birth-differs',
  400,
  'The date of birth doesn’t match the one in your profile.',
);
export const tooYoung = refusal('too-young', 400, 'You must be 18 years or older to use this app');
export const ideasUnknown = refusal('ideas-unknown', 400, 'Please choose date ideas from the list');
export const ideasTooMany = refusal(
  'ideas-too-many',
  400,
  'Please choose up to 10 date ideas, or all of them',
);
export const distanceStep = refusal('distance-step', 400, 'Please choose one of the distances');
export const location = refusal('location', 400, 'Please share a valid location');
export const toggleOnly = refusal('toggle-only', 400, 'Please choose on or off');
export const stepUnknown = refusal('step-unknown', 400, 'This registration step does not exist');
export const stepTooEarly = refusal('step-too-early', 400, 'Please finish the steps before this one first.');
export const verifyFirst = refusal('verify-first', 400, 'Please verify your email first.');
