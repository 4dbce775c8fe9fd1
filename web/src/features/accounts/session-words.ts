/** Texts of the list of sessions about pushes. */
export const sessionWords = {
  pushed: (what: string) => `${what} · Gets notifications`,
  pushedElsewhere:
    'This device. Its notifications go to an address that wasn’t set up here. Sign out to stop them.',
};
