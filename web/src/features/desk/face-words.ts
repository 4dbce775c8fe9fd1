const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Of the pages on which operators compare selfies with photos. */
export const faceWords = {
  failed: 'This could not be loaded.',
  retry: 'Try Again',
  noneTitle: 'Nobody waits',
  noneText: 'Selfies that arrive show here by themselves.',
  person: (name: string, age: number | null) => (age === null ? name : `${name}, ${age}`),
  since: (sent: Date) => `Sent ${TIME.format(sent)}`,
  held: 'Somebody is looking at it',
  back: 'Back to the list',
  selfies: 'Selfies',
  photos: 'Photos of the profile',
  photo: (place: number) => `Photo ${place}`,
  noPhotos: 'There are no photos any more.',
  ask: 'Do both selfies show the pose, and do they and the first photo show the same person?',
  why: 'Why not (the person is told)',
  verify: 'Same Person',
  decline: 'Decline',
  reasons: [
    'A selfie does not show the pose.',
    'Your face cannot be seen well enough.',
    'The first photo shows somebody else.',
  ],
  deciding: 'Doing it...',
} as const;
