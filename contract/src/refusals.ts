import { refusal } from './refusal.ts';

export { REFUSAL_HEADER, type Refusal } from './refusal.ts';
export * from './profile-refusals.ts';
export * from './safety-refusals.ts';
export * from './account-refusals.ts';
export * from './second-factor-refusals.ts';

// Every call
export const fault = refusal('fault', 500, 'Something went wrong on our side. Please try again.');
export const signInAgain = refusal('sign-in-again', 401, 'Please log in again.');
export const notYours = refusal('not-yours', 403, 'You can only do this for yourself.');
export const notFound = refusal('not-found', 404, 'Not found');
export const tooManyTries = refusal(
  'too-many-tries',
  429,
  'Too many tries. Please wait {wait} and try again.',
);
export const restarting = refusal('restarting', 503, 'Herenow is restarting. Please try again in a moment.');
export const away = refusal('away', 503, 'Herenow isn’t available right now. Please try again in a moment.');
export const busy = refusal('busy', 503, 'Herenow is very busy right now. Please try again in a moment.');
export const notBuilt = refusal(
  'not-built',
  503,
  'The web client is not built yet. Run "npm start" in the folder of the project, or "npm run build", and load this page again.',
);

// Request bodies
export const badRequest = refusal('bad-request', 400, 'The request is not valid.');
export const badAddress = refusal('bad-address', 400, 'The address is not valid.');
export const headTooLarge = refusal('head-too-large', 431, 'The head of the request is too large.');
export const requestSlow = refusal('request-slow', 408, 'That took too long. Please try again.');
export const badBody = refusal('bad-body', 400, 'The request body is missing or has the wrong form.');
export const badField = refusal('bad-field', 400, 'Please check "{field}".');
export const badId = refusal('bad-id', 400, 'This id is not valid.');
export const badJson = refusal('bad-json', 400, 'The request body is not valid JSON.');
export const badLength = refusal('bad-length', 400, 'The content length does not match the body.');
export const badCharacter = refusal(
  'bad-character',
  400,
  'The request contains a character that cannot be stored.',
);
export const tooLarge = refusal('too-large', 413, 'The request is too large.');
export const jsonOnly = refusal(
  'json-only',
  415,
  'This content type is not accepted here. Please send JSON.',
);
export const bodyEncoded = refusal(
  'body-encoded',
  415,
  'A compressed request is not accepted here. Please send it as it is.',
);
export const formOnly = refusal(
  'form-only',
  415,
  'This content type is not accepted here. Please send multipart/form-data.',
);

// The realtime channel
export const nothingHere = refusal('nothing-here', 404, 'There is nothing to connect to here.');
export const notUpgradable = refusal(
  'not-upgradable',
  400,
  'A WebSocket is opened by HTTP/1.1 with a Host header.',
);
export const foreignPage = refusal('foreign-page', 403, 'This page may not connect.');
export const badSend = refusal('bad-send', 400, 'The body is not as expected: {problem}');
export const badSendField = refusal('bad-send-field', 400, 'The field {field} is not as expected: {problem}');
export const badSendJson = refusal('bad-send-json', 400, 'The body must be JSON in UTF-8.');

// Copies of one’s data
export const exportNotFound = refusal(
  'export-not-found',
  404,
  'You don’t have a copy of your data. Please ask for one.',
);

// Photos
export const photoNotFound = refusal('photo-not-found', 404, 'Photo not found');
export const photoRequired = refusal('photo-required', 400, 'Please add at least one photo');
export const photosChooseAgain = refusal('photos-choose-again', 400, 'Please choose your photos again');
export const photosTooMany = refusal('photos-too-many', 400, 'You can have up to 5 photos');
export const setupPhotosTooMany = refusal('setup-photos-too-many', 400, 'You can have up to 3 photos');
export const pictureUnreadable = refusal(
  'picture-unreadable',
  400,
  'We can’t read this file as a photo. Please choose a JPEG, PNG, WebP or AVIF.',
);
export const pictureTooLarge = refusal(
  'picture-too-large',
  413,
  'This photo is too large. Photos can be up to 10 MB.',
);
export const pictureTooManyPixels = refusal(
  'picture-too-many-pixels',
  413,
  'This photo is too large. Photos can have up to 40 megapixels.',
);
export const picturesMissing = refusal('pictures-missing', 400, 'Please choose at least one photo.');
export const picturesTooMany = refusal('pictures-too-many', 400, 'Please upload at most 5 photos at a time.');
export const picturesField = refusal('pictures-field', 400, 'Please send photos in the field "images".');
export const uploadFields = refusal('upload-fields', 400, 'The form has fields that are not expected here.');
export const uploadBroken = refusal('upload-broken', 400, 'The upload was interrupted. Please try again.');
export const uploadSlow = refusal(
  'upload-slow',
  408,
  'This upload took too long. Please try again with a better connection.',
);
export const uploadsBusy = refusal(
  'uploads-busy',
  429,
  'Lots of photos are being uploaded right now. Please try again in a moment.',
);

export const photosAway = refusal(
  'photos-away',
  503,
  'We can’t store or show photos right now. Please try again in a moment.',
);
export const pictureRemoved = refusal(
  'picture-removed',
  409,
  'This photo was removed from Herenow before and can’t be used again.',
);

// Faces
export const faceKnown = refusal('face-known', 409, 'You’re already verified.');
export const faceWaiting = refusal(
  'face-waiting',
  409,
  'We already have your selfies and haven’t looked at them yet.',
);
export const faceNoPhoto = refusal('face-no-photo', 409, 'Please add a photo to your profile first.');
export const faceLate = refusal(
  'face-late',
  409,
  'Time for this picture ran out. Please start again with a new pose.',
);
export const facePhotoChanged = refusal(
  'face-photo-changed',
  409,
  'The first photo has changed since. Please look again.',
);

// Presence and feed
export const endTooFar = refusal(
  'end-too-far',
  400,
  'The end of the session must be within the next 3 hours.',
);
export const endInvalid = refusal(
  'end-invalid',
  400,
  'The end of the session must be a time like 2026-01-31T20:00:00Z.',
);
export const registrationUnfinished = refusal(
  'registration-unfinished',
  409,
  'Please finish your registration first.',
);
export const placeUnknown = refusal('place-unknown', 409, 'Please share your location first.');
export const ageBounds = refusal('age-bounds', 400, 'Max age must be greater than min age');
export const ageWhole = refusal('age-whole', 400, 'Ages are whole numbers');
export const ageLow = refusal('age-low', 400, 'Ages are at least 18');
export const ageHigh = refusal('age-high', 400, 'Ages are at most 80');

export const beingChecked = refusal(
  'being-checked',
  403,
  'We’re checking your profile, which takes a day at most. Until then nobody new sees you, and you can’t pin anyone. Your chats go on.',
);

// Pins
export const goVisibleToPin = refusal('go-visible-to-pin', 403, 'Go visible or incognito to pin people.');
export const alreadyPinned = refusal('already-pinned', 409, 'already pinned');
export const notYoursToAnswer = refusal(
  'not-yours-to-answer',
  403,
  'Only the person who was pinned can answer this request.',
);
export const alreadyAnswered = refusal('already-answered', 409, 'This request has already been answered.');
export const undoTooLate = refusal('undo-too-late', 409, 'It’s too late to undo this pin.');

// Chats
export const chatNotFound = refusal('chat-not-found', 400, 'Chat not found');
/** For calls that read a chat, not act in it. */
export const noSuchChat = refusal('no-such-chat', 404, 'Chat not found');
export const goVisibleToChat = refusal('go-visible-to-chat', 409, 'Go visible or incognito to chat.');
export const messageEmpty = refusal('message-empty', 400, 'Please write a message.');
export const messageLong = refusal('message-long', 400, 'Messages can have up to 2,000 characters.');
export const messageIdTaken = refusal('message-id-taken', 409, 'This message id is already in use.');
export const messageNotFound = refusal('message-not-found', 404, 'Message not found');
export const messageDeleted = refusal('message-deleted', 409, 'This message was deleted');
export const replyNotFound = refusal(
  'reply-not-found',
  400,
  'The message you’re replying to isn’t in this chat.',
);
export const reactionUnknown = refusal('reaction-unknown', 400, 'Please choose one of the reactions.');
export const editedTooOften = refusal(
  'edited-too-often',
  409,
  'This message can’t be edited any more. Please write a new one.',
);
export const editOthers = refusal('edit-others', 403, 'You can only edit your own messages.');
export const deleteOthers = refusal('delete-others', 403, 'You can only delete your own messages.');
export const seenOwn = refusal(
  'seen-own',
  403,
  'Only the person who receives a message can mark it as seen.',
);

// Push
export const noDevice = refusal(
  'no-device',
  409,
  'Please allow notifications first, so that we can tell you.',
);
export const notSubscription = refusal('not-subscription', 400, 'This is not a push subscription.');
