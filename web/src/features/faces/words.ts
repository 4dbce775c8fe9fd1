import type { Pose } from '@herenow/contract/constants';

export const words = {
  title: 'Get Verified',
  failed: 'We couldn’t load this page',
  stepFailed: 'Something went wrong. Please try again.',
  introTitle: 'Two selfies for a verified mark',
  intro:
    'We pick two poses at random, and you have 60 seconds for each. Someone on our team compares your selfies with your photos. If it’s you, your card and your profile get a mark.',
  points: [
    'Only the people who review reports see your selfies. They’re erased once we’ve decided, after 48 hours at the latest.',
    'No other company is involved, and no software measures your face.',
    'If you change your first photo, you’ll need to do this again.',
  ],
  begin: 'Start',
  starting: 'Opening the camera...',
  step: (taken: number) => `Picture ${taken + 1} of 2`,
  seconds: (left: number) => (left === 1 ? '1 second left' : `${left} seconds left`),
  take: 'Take Picture',
  sending: 'Sending...',
  cancel: 'Cancel',
  camera: 'What the camera sees',
  noCamera:
    'We can’t use your camera. Allow it for this page in your browser, or open this page on a device that has one.',
  late: 'Time ran out. Start again when you’re ready.',
  waitingTitle: 'Thank you',
  waiting: 'We’ll compare your selfies with your photos, usually within a day. Then we’ll email you.',
  withdraw: 'Erase My Selfies',
  verifiedTitle: 'You’re verified',
  verified: 'Your card and your profile have the mark. It goes away if you change your first photo.',
  remove: 'Remove the Mark',
  declinedTitle: 'We couldn’t tell that it’s you',
  declined: 'Your selfies have been erased. You can try again with new ones.',
  lapsedTitle: 'We didn’t get to it in time',
  lapsed: 'We’re sorry. Your selfies have been erased. Please try again.',
  tryAgain: 'Try Again',
} as const;

/** The poses that the user may be asked for; `mark` is drawn beside the text. */
export const poseWords: Record<Pose, { mark: string; text: string }> = {
  'open-hand': { mark: '🖐️', text: 'Hold your open hand beside your face' },
  'two-fingers': { mark: '✌️', text: 'Hold up two fingers beside your face' },
  'three-fingers': { mark: '3', text: 'Hold up three fingers beside your face' },
  'thumb-up': { mark: '👍', text: 'Hold your thumb up beside your face' },
  'fist-on-chin': { mark: '✊', text: 'Put your fist under your chin' },
  'hand-on-head': { mark: '🙆', text: 'Put a hand on top of your head' },
  'hand-on-cheek': { mark: '🤚', text: 'Put a hand on your cheek' },
  'finger-on-nose': { mark: '👃', text: 'Put a finger on your nose' },
  'touch-ear': { mark: '👂', text: 'Touch one of your ears' },
  'look-left': { mark: '←', text: 'Turn your head to your left' },
  'look-right': { mark: '→', text: 'Turn your head to your right' },
  'look-up': { mark: '↑', text: 'Look up at the ceiling' },
};
