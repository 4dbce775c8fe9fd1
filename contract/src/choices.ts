/**
 * The options that users and operators choose from. They are apart from the other constants because no page needs them
 * at its start.
 */

export const PRONOUNS = ['She/Her', 'He/Him', 'They/Them', 'She/They', 'He/They', 'Other'] as const;
export type Pronouns = (typeof PRONOUNS)[number];

export const DATE_IDEAS = [
  'Walk a dog',
  'Walk in a park',
  'Jazz night',
  'Coffee',
  'Picnic',
  'Karaoke night',
  'Yoga',
  'Bookstore browsing',
  'Dancing',
  'Dessert-only date',
  'Farmers market',
  'Thrift store hunt',
  'Board games',
  'Bike ride',
  'Escape room',
  'Cooking class',
  'Arcade',
  'Museum visit',
  'Wine tasting',
  'Mini golf',
  'Beach walk',
  'Art gallery',
  'Food truck tour',
  'Hiking',
  'Movie night',
  'Bowling',
  'Ice skating',
  'Comedy show',
  'Brunch',
] as const;

export const REPORT_REASONS = [
  'Inappropriate photos',
  'Harassment or bullying',
  'Spam or fake account',
  'Inappropriate messages',
  'Underage user',
  'Other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
/** The report reason that can hide a person. */
export const UNDERAGE = 'Underage user' satisfies ReportReason;

/** What an operator can do to a person. */
export const MODERATION_ACTIONS = [
  'dismiss',
  'warn',
  'remove-photo',
  'remove-name',
  'suspend',
  'reinstate',
  'delete',
] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];
/** The texts of a profile that an operator can remove. */
export const REMOVABLE_TEXTS = ['name', 'bio'] as const;
export type RemovableText = (typeof REMOVABLE_TEXTS)[number];
/** What an operator can do to several people at once. */
export const BULK_ACTIONS = ['dismiss', 'warn', 'suspend'] as const;
/**
 * The entries of the moderation log: acts, decisions on appeals, whether selfies match, hidings by reports, views
 * without an act, and cases that an operator kept from others for the maximum time.
 */
export const LOGGED_ACTIONS = [
  ...MODERATION_ACTIONS,
  'grant-appeal',
  'decline-appeal',
  'verify',
  'decline',
  'hide',
  'look',
  'hold',
] as const;
export type LoggedAction = (typeof LOGGED_ACTIONS)[number];

/** The poses for selfies. Two are drawn at random, so that an existing picture is of no use. */
export const POSES = [
  'open-hand',
  'two-fingers',
  'three-fingers',
  'thumb-up',
  'fist-on-chin',
  'hand-on-head',
  'hand-on-cheek',
  'finger-on-nose',
  'touch-ear',
  'look-left',
  'look-right',
  'look-up',
] as const;
export type Pose = (typeof POSES)[number];
