import type { TableName } from '../../database/tables.ts';
import { ofNobody, passing, protecting, PROTECTS_OTHERS, type Holding } from './holding.ts';

const UNTIL_ACCOUNT = 'until the account is deleted';
const UNTIL_90_DAYS = '90 days after the account is deleted';

/**
 * Describes every table, even those about nobody: a table missing here does not compile, and docs/privacy.md is
 * generated from it.
 */
export const HOLDINGS: Readonly<Record<TableName, Holding>> = {
  users: {
    what: 'the account and the profile, and the last cell from which the person looked',
    kept: 'until the account is deleted; by itself 30 days after the last use if its email was never verified',
    until: 'account',
    copy: ['profile.json'],
    without: 'the hashes of the password and the mailbox, which only the server uses',
  },
  presences: {
    what: 'the presence: visible or incognito, until when and where',
    kept: 'until the presence ends; if it has no end, at most 24 hours after the last call or socket',
    until: 'time',
    copy: ['presence.json'],
  },
  viewpoints: {
    what: 'the cell from which each signed-in device looks',
    kept: 'until the device is signed out',
    until: 'time',
    copy: ['places.json'],
  },
  movements: {
    what: 'how far the devices of an account may still move, and the regions (some 45 km across) in which they were today',
    kept: 'a day after the last move',
    until: 'time',
    copy: ['movement.json'],
  },
  handouts: {
    what: 'the people that an account was shown in a day',
    kept: 'a day',
    until: 'time',
    copy: ['shown-people.json'],
    without: 'who they were, since that is about them',
  },
  sessions: {
    what: 'signed-in devices',
    kept: '30 days after the last use',
    until: 'time',
    copy: ['sign-ins.json'],
    without: 'the ids of tokens, which are only for signing in',
  },
  codes: {
    what: 'mailed codes',
    kept: '15 minutes',
    until: 'time',
    copy: ['codes.json'],
    without: 'the codes themselves, of which only hashes are stored',
  },
  second_factors: {
    what: 'two-step sign-in: the secret of the authenticator app, encrypted, and hashes of recovery codes',
    kept: 'until it is switched off; an unconfirmed setup, an hour',
    until: 'account',
    copy: ['two-step-sign-in.json'],
    without: 'the secret and the codes, which are only for signing in',
  },
  passkeys: {
    what: 'passkeys for two-step sign-in: the public key, how often it has signed, a name and the last use',
    kept: 'until it is removed or two-step sign-in is switched off',
    until: 'account',
    copy: ['passkeys.json'],
    without: 'the id and the public key, which are only for signing in',
  },
  second_factor_resets: {
    what: 'when the people who run the server switched off two-step sign-in for a person who had lost it',
    kept: UNTIL_ACCOUNT,
    until: 'account',
    copy: ['two-step-sign-in-resets.json'],
  },
  photos: {
    what: 'the photos of the profile, and others uploaded within the hour',
    kept: 'until the account is deleted; photos that the profile does not hold, an hour',
    until: 'account',
    copy: ['photos.json', 'photos/'],
    without: 'the files of those that the profile does not hold, which are gone within the hour',
  },
  face_checks: {
    what: 'selfies that show whether the photos are the person’s own, encrypted, and the decision',
    kept: 'selfies, until the decision, at most 48 hours; why they were declined, 30 days',
    until: 'time',
    copy: ['face-check.json'],
    without: 'the selfies, which are erased with the decision',
  },
  removed_pictures: ofNobody(
    'what removed photos that nobody may show look like, not whose they were',
    'a year; which decision removed them, 210 days',
  ),
  barred_pictures: protecting(
    'what photos removed from a person’s profile look like, by keyed hashes of mailboxes',
    'a year, at most 90 days after the account is deleted; which decision removed them, 210 days',
  ),
  removed_evidence: {
    what: 'names, texts and photos that operators removed, encrypted, for deciding an appeal',
    kept: '30 days after the removal, longer only while an appeal is pending',
    until: 'time',
    copy: [],
    without: 'since they are sealed for the appeal',
  },
  barred_texts: protecting(
    'keyed hashes of names and texts removed from a person’s profile, by keyed hashes of mailboxes',
    'a year, at most 90 days after the account is deleted; which decision removed them, 210 days',
  ),
  photo_removals: passing('files of photos that are about to be removed', 'a few seconds'),
  chats: {
    what: 'pins and chats',
    kept: 'pins, until the presence of the person who pinned ends; accepted ones, until 24 hours after either of the two left',
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
    what: 'people whose pin or chat with a person is gone, with their names at the time, so that they can be reported',
    kept: '30 days',
    until: 'time',
    copy: ['former-chats.json'],
    without: `who they were, since that is about them, and who can still report you, ${PROTECTS_OTHERS}`,
  },
  message_reactions: {
    what: 'reactions to messages',
    kept: 'as long as the message',
    until: 'time',
    copy: ['reactions.json'],
    without: 'the reactions of others to your messages, which are theirs',
  },
  message_versions: {
    what: 'what messages said before they were edited or deleted',
    kept: 'as long as the chat',
    until: 'time',
    copy: [],
    without: 'since it is sealed in case the recipient reports the message',
  },
  blocks: {
    what: 'who has blocked whom, and how the blocked person was shown then: name, age and first photo',
    kept: 'until the block is removed, or either account is deleted',
    until: 'account',
    copy: ['people-you-blocked.json'],
    without: `who blocked you, and which other accounts of a person your block covers, ${PROTECTS_OTHERS}`,
  },
  pin_memories: {
    what: 'rejected and unanswered pins, by keyed hashes of mailboxes',
    kept: 'unanswered ones, 7 days; rejected ones, until 90 days after either account is deleted',
    until: 'account',
    copy: ['pins-you-rejected.json'],
    without: `who rejected yours, ${PROTECTS_OTHERS}`,
  },
  kept_blocks: protecting('blocks by and of deleted accounts, by keyed hashes of mailboxes', UNTIL_90_DAYS),
  kept_hidings: protecting(
    'until when deleted accounts were hidden because of reports that they were underage, by keyed hashes of mailboxes',
    '30 days after the hiding',
  ),
  suspended_mailboxes: {
    what: 'suspensions, by keyed hashes of mailboxes',
    kept: 'until the suspension is lifted, or 90 days after the account is deleted',
    until: 'account',
    copy: [],
    without: 'since profile.json says whether you are suspended',
  },
  sealed_cases: protecting(
    'reports that were pending when the reported person deleted the account, encrypted; until they are judged, also keyed hashes of the reporters’ mailboxes',
    UNTIL_90_DAYS,
  ),
  reports: {
    what: 'reports: who reported whom, why and in which words; for some, keyed hashes of the reporter’s network and mailbox',
    kept: 'for good, but naming nobody whose account is deleted; words, until 30 days after the report is judged; networks, until it is judged; mailboxes, at most 90 days after the account is deleted',
    until: 'ever',
    copy: ['reports-you-made.json'],
    without: `reports on you and the outcome of yours, ${PROTECTS_OTHERS}, and networks, of which only hashes are stored`,
  },
  report_messages: {
    what: 'messages that came with a report',
    kept: '30 days after the report is judged',
    until: 'time',
    copy: ['messages-you-reported.json'],
    without: `those that came with reports on you, ${PROTECTS_OTHERS}`,
  },
  operators: {
    what: 'who judges reports',
    kept: 'until the operator is removed, or the account is deleted',
    until: 'account',
    copy: ['acts-as-operator.json'],
  },
  moderation_log: {
    what: 'what operators did, and whom reports hid',
    kept: 'for good, but naming nobody whose account is deleted; what one of them did as an operator, under a random id',
    until: 'ever',
    copy: ['decisions-about-you.json', 'acts-as-operator.json'],
    without:
      'operators’ notes, looked-at and held cases and dismissed reports, which are about those who reported',
  },
  appeals: {
    what: 'what a person said against a decision',
    kept: UNTIL_ACCOUNT,
    until: 'account',
    copy: ['appeals.json'],
  },
  news_sent: {
    what: 'which news a person was mailed',
    kept: UNTIL_ACCOUNT,
    until: 'account',
    copy: ['news.json'],
  },
  waiting_cases: {
    what: 'people with pending reports on them, and since when',
    kept: 'until the reports are judged, or the account is deleted',
    until: 'account',
    copy: [],
    without: PROTECTS_OTHERS,
  },
  moderation_holds: protecting(
    'which operator is looking at which case, and for how long',
    'a day after the operator has left it',
  ),
  push_subscriptions: {
    what: 'addresses to which push notifications are sent',
    kept: 'until the device is signed out, or its push service forgets it',
    until: 'time',
    copy: ['devices.json'],
    without: 'the keys of the browser, which only the server uses',
  },
  data_exports: {
    what: 'the latest copy of a person’s data',
    kept: '24 hours',
    until: 'time',
    copy: ['copies.json'],
  },
  rate_limits: {
    what: 'counters of rate limits, by keyed hashes',
    kept: 'an hour after they have no effect any more, at most two days',
    until: 'time',
    copy: [],
    without: 'since they name nobody',
  },
  'pgboss.job': passing(
    'mails (encrypted) and pushes that wait to be sent',
    'an hour after they are done; mails that cannot be delivered, at most three days',
  ),
  outbox: passing('events that wait to be sent', 'until they are sent'),
  protections: passing(
    'erasures, blocks and suspensions that wait for the log outside the database',
    'until they are written',
  ),
  published_events: passing('events that were sent, if there are several nodes', 'a minute'),
  pulse_samples: ofNobody('how much each node did, not for whom', 'a day'),
  pulse_moments: ofNobody('how many people are visible, chat and wait', 'a day'),
  shared_dates: {
    what: 'what a person told friends about a date, and hashes of the links',
    kept: 'until it is removed, at most 12 hours after the date ends',
    until: 'time',
    copy: ['shared-dates.json'],
    without: 'the links, of which only hashes are stored',
  },
  alerts: {
    what: 'who wants to be told when people near become visible, and in which neighbourhood',
    kept: 'an hour after it ends, at most four hours',
    until: 'time',
    copy: ['alert.json'],
  },
  alert_areas: ofNobody(
    'neighbourhoods for which there are alerts, not whose',
    'until there is none, at most an hour longer',
    'time',
  ),
  nodes: ofNobody('which nodes are running', 'a day'),
  secrets: ofNobody('keys of the server', 'for good'),
  occupied_cells: ofNobody(
    'cells in which somebody is visible, not who or how many',
    'until nobody is',
    'time',
  ),
  web_assets: ofNobody('files of the web client', 'as long as they are served'),
};
