/** Shown after a sign-out that the server has not heard of. */
export const stillListed =
  'You’re signed out here, but we couldn’t reach our servers. They list this device under “Where you’re signed in” until you sign it out there.';
