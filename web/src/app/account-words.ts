export const words = {
  accountFailed: 'We couldn’t load your account',
  signOut: 'Sign Out',
} as const;
