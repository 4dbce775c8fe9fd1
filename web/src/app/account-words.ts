/** Texts of an account that does not load. */
export const words = {
  accountFailed: 'We couldn’t load your account',
  signOut: 'Sign Out',
} as const;
