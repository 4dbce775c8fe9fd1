/** Texts for inviting a friend. */
export const words = {
  bring: 'Bring a friend',
  title: 'Bring a friend',
  text: 'Have them scan this, or send them the link. Nobody is told who brought whom.',
  code: 'A code that leads to this site',
  share: 'Share the link',
  copy: 'Copy the link',
  copied: 'The link is copied',
  notCopied: 'The link could not be copied',
  shared: 'Real people, right now, no algorithms.',
} as const;
