export const words = {
  title: 'Home Zones',
  text: 'For home, work, or wherever nobody needs to know you are: inside a home zone, Herenow shows you in the area next to your own, always the same one, and asks before you go visible.',
  kept: 'Zones stay on this device, rounded to 200 metres, and nobody else learns of them. They’re removed when you’re signed out here, even if you do that from another device. Your other devices need zones of their own.',
  honest:
    'Outside your zones, others can tell where you are to about a kilometre, half an hour late when you move. In a town, an area that size is a few hundred homes. Where few people live it may be just one, and the area next to it may have none at all. If you live there, go visible when you’re out.',
  name: 'Name',
  first: 'Home',
  add: 'Add This Place',
  adding: 'Finding you...',
  full: 'You can have up to three. Remove one to add another.',
  already: 'You’re already in one of your zones.',
  problems: {
    unsupported: 'Geolocation is not supported by your browser.',
    denied: 'We couldn’t find your location. Please allow it in your browser and try again.',
    failed: 'We couldn’t find your location. Please try again, near a window if you can.',
    imprecise:
      'Your device only knows roughly where it is, so the zone could end up in the wrong place. Please allow your precise location, or try again near a window.',
  },
  remove: (name: string) => `Remove ${name}`,
  none: 'You have no home zones.',
  gone: 'Your home zones were removed from this device.',
  list: 'Your home zones',
} as const;
