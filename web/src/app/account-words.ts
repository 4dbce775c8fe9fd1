/** Texts of an account that does not load. */
export const words = {
  accountFailed: 'Your account could not be loaded',
  signOut: 'Sign Out',
} as const;
