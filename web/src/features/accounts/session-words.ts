/** Texts of the list of sessions about pushes. */
export const sessionWords = {
  pushed: (what: string) => `${what} · Gets notifications`,
  pushedElsewhere:
    'This device. Notifications of this sign-in go to an address that was not allowed here: sign out to stop them.',
};
