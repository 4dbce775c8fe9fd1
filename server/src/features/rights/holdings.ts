import type { Database } from '../../database/tables.ts';
import { ofNobody, passing, protecting, PROTECTS_OTHERS, type Holding } from './holding.ts';

/** The tables that queries of the server name, and all others that have anything to do with people. */
type TableName =
  | keyof Database
  | 'message_versions'
  | 'report_messages'
  | 'rate_limits'
  | 'published_events'
  | 'waiting_cases'
  | 'nodes'
  | 'pulse_samples'
  | 'pulse_moments'
  | 'pgboss.job';
const UNTIL_ACCOUNT = 'until the account goes';
const UNTIL_90_DAYS = '90 days after the account went';

/**
 * Describes every table, even those about nobody: a table missing here does not compile, and docs/privacy.md is
 * generated from it.
 */
export const HOLDINGS: Readonly<Record<TableName, Holding>> = {
  users: {
    what: 'the account, the profile, and the cell from which it looked last',
    kept: 'until the account goes, by itself 30 days after the last use where its email was never verified',
    until: 'account',
    copy: ['profile.json'],
    without: 'the hashes of the password and the mailbox are for the server alone',
  },
  presences: {
    what: 'being visible or incognito, and where',
    kept: 'until the presence ends, at most 24 hours after the last call where it has no end',
    until: 'time',
    copy: ['presence.json'],
  },
  viewpoints: {
    what: 'the cell from which a signed-in device looks',
    kept: 'until the device is signed out',
    until: 'time',
    copy: ['places.json'],
  },
  movements: {
    what: 'how far the devices of an account may still move, and the regions of the day (some 45 km across)',
    kept: 'a day after the last move',
    until: 'time',
    copy: ['movement.json'],
  },
  handouts: {
    what: 'how many people an account was shown in its day',
    kept: 'a day',
    until: 'time',
    copy: ['shown-people.json'],
    without: 'whom it was shown is about others',
  },
  sessions: {
    what: 'signed-in devices',
    kept: '30 days after the last use',
    until: 'time',
    copy: ['sign-ins.json'],
    without: 'the ids of tokens are for signing in alone',
  },
  codes: {
    what: 'codes that were mailed',
    kept: '15 minutes',
    until: 'time',
    copy: ['codes.json'],
    without: 'codes are kept as hashes',
  },
  second_factors: {
    what: 'two-step sign-in: the secret of the authenticator app, encrypted, and hashes of recovery codes',
    kept: 'until it is switched off; what was not confirmed an hour',
    until: 'account',
    copy: ['two-step-sign-in.json'],
    without: 'secret and codes are for signing in alone',
  },
  passkeys: {
    what: 'passkeys for two-step sign-in: the public key, how often it has signed, a name and the last use',
    kept: 'until it is removed or two-step sign-in is switched off',
    until: 'account',
    copy: ['passkeys.json'],
    without: 'the id and the public key are for signing in alone',
  },
  second_factor_resets: {
    what: 'that an operator of the machine took two-step sign-in away, which its owner had lost',
    kept: UNTIL_ACCOUNT,
    until: 'account',
    copy: ['two-step-sign-in-resets.json'],
  },
  photos: {
    what: 'photos, those of the profile and those uploaded within the hour',
    kept: 'until the account goes; what no profile holds for an hour',
    until: 'account',
    copy: ['photos.json', 'photos/'],
  },
  face_checks: {
    what: 'selfies that show that the photos are somebody’s own, encrypted, and what was decided',
    kept: 'selfies until the decision, at most 48 hours; why they were declined 30 days',
    until: 'time',
    copy: ['face-check.json'],
    without: 'the selfies are erased with the decision',
  },
  removed_pictures: ofNobody(
    'how removed photos looked that nobody may show, not whose they were',
    'a year; by which decision 210 days',
  ),
  barred_pictures: protecting(
    'how photos looked that were removed from somebody, by keyed hashes of mailboxes',
    'a year, at most 90 days after the account went; by which decision 210 days',
  ),
  removed_evidence: {
    what: 'names, texts and photos that were removed from somebody, encrypted, for whoever decides an appeal',
    kept: '30 days after they were removed, longer only while an appeal waits',
    until: 'time',
    copy: [],
    without: 'they are sealed for the appeal',
  },
  barred_texts: protecting(
    'names and texts that were removed from somebody, as keyed hashes, by keyed hashes of mailboxes',
    'a year, at most 90 days after the account went; by which decision 210 days',
  ),
  photo_removals: passing('files of photos that are yet to be removed', 'a few seconds'),
  chats: {
    what: 'pins and chats',
    kept: 'until the presence of who pinned ends; accepted ones 24 hours after not both are there',
    until: 'time',
    copy: ['chats.json'],
  },
  messages: {
    what: 'messages',
    kept: 'as long as their chat',
    until: 'time',
    copy: ['messages.json'],
  },
  former_chats: {
    what: 'whose pin or chat with somebody is gone, and what they were called then, so that they can be reported',
    kept: '30 days',
    until: 'time',
    copy: ['former-chats.json'],
    without: `who it was is about them, and for whom you stand there is left out: ${PROTECTS_OTHERS}`,
  },
  message_reactions: {
    what: 'reactions set under messages',
    kept: 'as long as the message',
    until: 'time',
    copy: ['reactions.json'],
    without: 'what others have set under your messages is theirs',
  },
  message_versions: {
    what: 'what a message said before it was edited or deleted',
    kept: 'as long as the chat',
    until: 'time',
    copy: [],
    without: 'it is sealed for the case that its recipient reports it',
  },
  blocks: {
    what: 'who has blocked whom, and how the blocked person was shown then: name, age and first photo',
    kept: 'until it is taken back, or one of both accounts goes',
    until: 'account',
    copy: ['people-you-blocked.json'],
    without: `who blocked you, and to which other accounts of somebody your block extends, is left out: ${PROTECTS_OTHERS}`,
  },
  pin_memories: {
    what: 'declined and unanswered pins, by keyed hashes of mailboxes',
    kept: 'unanswered ones 7 days, declined ones until 90 days after one of both accounts went',
    until: 'account',
    copy: ['pins-you-declined.json'],
    without: `who declined yours is left out: ${PROTECTS_OTHERS}`,
  },
  kept_blocks: protecting('blocks of accounts that are gone, by keyed hashes of mailboxes', UNTIL_90_DAYS),
  kept_hidings: protecting(
    'until when reports of an age hid accounts that are gone, by keyed hashes of mailboxes',
    '30 days after the hiding',
  ),
  suspended_mailboxes: {
    what: 'suspensions, by keyed hashes of mailboxes',
    kept: 'until it is lifted, or 90 days after the account went',
    until: 'account',
    copy: [],
    without: 'profile.json says whether you are suspended',
  },
  sealed_cases: protecting(
    'reports that waited when the reported person deleted the account, encrypted, and until they are judged the mailboxes of who made them, as keyed hashes',
    UNTIL_90_DAYS,
  ),
  reports: {
    what: 'reports: who, whom, why, in which words, and of some the network and the mailbox of who made them, as keyed hashes',
    kept: 'for good, naming nobody whose account is gone; words until 30 days after they were judged, networks until they are, mailboxes at most 90 days after the account went',
    until: 'ever',
    copy: ['reports-you-made.json'],
    without: `reports on you, and what was found of yours, are left out: ${PROTECTS_OTHERS}; networks are kept as hashes`,
  },
  report_messages: {
    what: 'messages around what was reported',
    kept: '30 days after the report was judged',
    until: 'time',
    copy: ['messages-you-reported.json'],
    without: `those of reports on you are left out: ${PROTECTS_OTHERS}`,
  },
  operators: {
    what: 'who answers reports',
    kept: 'until an operator is removed, or the account goes',
    until: 'account',
    copy: ['acts-as-operator.json'],
  },
  moderation_log: {
    what: 'what operators did, and whom reports hid',
    kept: 'for good; it names nobody whose account is gone',
    until: 'ever',
    copy: ['decisions-about-you.json', 'acts-as-operator.json'],
    without: 'notes of operators, looks, kept cases and dismissed reports are about those who reported',
  },
  appeals: {
    what: 'what somebody said against a decision',
    kept: UNTIL_ACCOUNT,
    until: 'account',
    copy: ['appeals.json'],
  },
  news_sent: {
    what: 'which news somebody was mailed',
    kept: UNTIL_ACCOUNT,
    until: 'account',
    copy: ['news.json'],
  },
  waiting_cases: {
    what: 'whose reports wait for an operator, and since when',
    kept: 'until they are judged, or the account goes',
    until: 'account',
    copy: [],
    without: PROTECTS_OTHERS,
  },
  moderation_holds: protecting(
    'which operator is looking at which case, and for how long',
    'a day after they have left it',
  ),
  push_subscriptions: {
    what: 'addresses at which browsers are notified',
    kept: 'until the device is signed out, or its push service forgets it',
    until: 'time',
    copy: ['devices.json'],
    without: 'the keys of the browser are for the server alone',
  },
  data_exports: {
    what: 'the latest copy of somebody’s data',
    kept: '24 hours',
    until: 'time',
    copy: ['copies.json'],
  },
  rate_limits: {
    what: 'counters of limits, by keyed hashes',
    kept: 'an hour after they are worth nothing, at most two days',
    until: 'time',
    copy: [],
    without: 'it names nobody',
  },
  'pgboss.job': passing(
    'mails, encrypted, and pushes on their way',
    'an hour after they are done; mails wait three days at most',
  ),
  outbox: passing('events on their way', 'until they are sent'),
  protections: passing(
    'erasures, blocks and suspensions on their way to the log outside of the database',
    'until they are written there',
  ),
  published_events: passing('events that were sent, where there are several nodes', 'a minute'),
  pulse_samples: ofNobody('how much the nodes did, not for whom', 'a day'),
  pulse_moments: ofNobody('how many are visible, chat and wait', 'a day'),
  shared_dates: {
    what: 'what somebody told friends about a date, and hashes of the links',
    kept: 'until it is taken back, at most 12 hours after its end',
    until: 'time',
    copy: ['shared-dates.json'],
    without: 'the links are kept as hashes',
  },
  alerts: {
    what: 'who wants to hear that people near become visible, and around which neighbourhood',
    kept: 'an hour after it is over, at most four hours',
    until: 'time',
    copy: ['alert.json'],
  },
  alert_areas: ofNobody(
    'neighbourhoods of which somebody wants to hear, not who',
    'until nobody does, at most an hour longer',
    'time',
  ),
  nodes: ofNobody('which nodes run', 'a day'),
  secrets: ofNobody('keys of the server', 'for good'),
  occupied_cells: ofNobody(
    'cells in which somebody is visible, not who or how many',
    'until nobody is',
    'time',
  ),
  web_assets: ofNobody('files of the web client', 'as long as they are served'),
};
