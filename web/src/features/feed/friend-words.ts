/** Texts for inviting a friend. */
export const words = {
  bring: 'Bring a Friend',
  title: 'Bring a Friend',
  text: 'They can scan this, or you can send them the link. Nobody is told who invited whom.',
  code: 'QR code that opens this site',
  share: 'Share the Link',
  copy: 'Copy the Link',
  copied: 'Link copied',
  notCopied: 'We couldn’t copy the link',
  shared: 'Real people, right now, no algorithms.',
} as const;
