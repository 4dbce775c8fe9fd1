/** Asked before going visible; apart from the words of the page, since every start loads them. */
export const words = {
  zone: {
    text: 'You’re in one of your home zones. Go visible here? People nearby will see you, in the area next to your own.',
    confirm: 'Go Visible Anyway',
  },
  lost: {
    text: 'We couldn’t find your location. Go visible anyway? People near your last location will see you. To be seen where you are, allow your location in the browser first.',
    confirm: 'Go Visible Anyway',
  },
  nowhere: {
    text: 'We couldn’t find your location, and without one you can’t go visible or incognito. Please allow it in your browser and try again.',
    confirm: 'Try Again',
    again: true,
  },
  gone: {
    text: 'Your home zones were removed from this device. Go visible here? You can add them again in the settings.',
    confirm: 'Go Visible Anyway',
  },
} as const;
