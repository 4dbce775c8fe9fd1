export const words = {
  title: 'Home Zones',
  text: 'Near home, at work, or wherever nobody needs to know that you are: inside a home zone Herenow shows you in a cell next to your own, always the same one, and asks before you go visible.',
  kept: 'Zones stay on this device, to 200 metres. Nobody else learns of them, and they go when you are signed out here, wherever that was done. Another device of yours has none until you set them there.',
  honest:
    'Outside of your zones others see you to about a kilometre, half an hour late when you move. In a town such a cell is a few hundred houses. Where few people live it may be one, and the cell next to it may have none at all: there, go visible when you are out.',
  name: 'Name',
  first: 'Home',
  add: 'Add the Place I Am At',
  adding: 'Finding you...',
  full: 'Three are as many as there can be. Remove one to add another.',
  already: 'You are in one of your zones already.',
  problems: {
    unsupported: 'Geolocation is not supported by your browser.',
    denied: 'Your position could not be found. Please allow it in your browser and try again.',
    failed: 'Your position could not be found. Please try again, by a window if you can.',
    imprecise:
      'Your device knows only roughly where it is, so that the zone would lie elsewhere. Please allow your precise location, or try again by a window.',
  },
  remove: (name: string) => `Remove ${name}`,
  none: 'You have no home zones.',
  gone: 'Your home zones went when you were signed out on this device.',
  list: 'Your home zones',
  question: {
    text: 'You are in one of your home zones. Go visible here? People near you see you, in a cell next to your own.',
    confirm: 'Go Visible Anyway',
  },
  goneQuestion: {
    text: 'Your home zones went when you were signed out on this device. Go visible here? You can add them again in the settings.',
    confirm: 'Go Visible Anyway',
  },
} as const;
