import type { Pose } from '@herenow/contract/constants';

export const words = {
  title: 'Show that it is you',
  failed: 'This could not be loaded.',
  introTitle: 'Two selfies, and a mark',
  intro:
    'We pick two poses at random, and you have 60 seconds for each. One of us compares your selfies with your photos. Then your card and your profile carry a mark.',
  points: [
    'Nobody but the people who answer reports sees the selfies. They are erased with the decision, after 48 hours at the latest.',
    'No other company is asked, and nothing measures your face.',
    'If you change your first photo, we ask again.',
  ],
  begin: 'Begin',
  starting: 'Opening the camera...',
  step: (taken: number) => `Picture ${taken + 1} of 2`,
  seconds: (left: number) => (left === 1 ? '1 second left' : `${left} seconds left`),
  take: 'Take the Picture',
  sending: 'Sending...',
  cancel: 'Cancel',
  camera: 'What the camera sees',
  noCamera:
    'The camera cannot be used. Allow it for this page in your browser, or open this page on a device that has one.',
  late: 'The time ran out. Begin again when you are ready.',
  waitingTitle: 'Thank you',
  waiting: 'One of us compares your selfies with your photos, usually within a day. You will get a mail.',
  withdraw: 'Erase My Selfies',
  verifiedTitle: 'It is you',
  verified: 'Your card and your profile carry the mark. It goes when you change your first photo.',
  remove: 'Remove the Mark',
  declinedTitle: 'We could not tell that it is you',
  declined: 'Your selfies are erased. You can try again with new ones.',
  lapsedTitle: 'We did not look in time',
  lapsed: 'We are sorry. Your selfies are erased; please try again.',
  tryAgain: 'Try Again',
} as const;

/** The poses that the user may be asked for; `mark` is drawn beside the text. */
export const poseWords: Record<Pose, { mark: string; text: string }> = {
  'open-hand': { mark: '🖐️', text: 'Hold your open hand beside your face' },
  'two-fingers': { mark: '✌️', text: 'Hold up two fingers beside your face' },
  'three-fingers': { mark: '3', text: 'Hold up three fingers beside your face' },
  'thumb-up': { mark: '👍', text: 'Hold a thumb up beside your face' },
  'fist-on-chin': { mark: '✊', text: 'Put your fist under your chin' },
  'hand-on-head': { mark: '🙆', text: 'Put a hand on top of your head' },
  'hand-on-cheek': { mark: '🤚', text: 'Put a hand on your cheek' },
  'finger-on-nose': { mark: '👃', text: 'Put a finger on your nose' },
  'touch-ear': { mark: '👂', text: 'Touch one of your ears' },
  'look-left': { mark: '←', text: 'Turn your head to your left' },
  'look-right': { mark: '→', text: 'Turn your head to your right' },
  'look-up': { mark: '↑', text: 'Look up at the ceiling' },
};
