import * as refusals from '@herenow/contract/refusals';

export const words = {
  report: {
    title: 'Report User',
    text: (name: string) => `Your report is anonymous. ${name} won’t be told. Why are you reporting?`,
    reasons: 'Reason',
    which: 'Which photo? (optional)',
    own: 'In your own words (optional)',
    fromChat: 'The latest messages of this chat go with your report, so that we can judge it.',
    fromMessage: 'This message and those around it go with your report, so that we can judge it.',
    alsoBlock: (name: string) => `Also block ${name}`,
    send: 'Send Report',
    sending: 'Sending...',
    missing: refusals.reportReason.text,
    failed: 'Failed to report user. Please try again.',
    done: 'User reported successfully. Thank you for helping keep our community safe.',
  },
  former: {
    title: 'No longer in your chats',
    hint: 'You can report someone for 30 days after your pin or chat is gone, whatever ended it.',
    ended: (day: string) => `Gone since ${day}`,
    failed: 'We couldn’t load who was in your chats',
  },
  blocked: {
    title: 'Blocked Users',
    failed: 'Failed to load blocked users',
    reportLabel: (name: string) => `Report ${name}`,
    unblock: 'Unblock',
    unblockLabel: (name: string) => `Unblock ${name}`,
    unblocking: 'Unblocking...',
    unblockFailed: 'Failed to unblock user. Please try again.',
    emptyTitle: 'Nobody is blocked',
    emptyText: 'People you block are listed here. They aren’t told, and you don’t see each other.',
    hint: 'People you block can’t see you, and you can’t see them. Unblocking doesn’t bring a chat back.',
  },
} as const;
