import { APP_VERSION, SITE_LABEL } from '@herenow/contract/constants';

/** Texts of the landing page. */
export const words = {
  tagline: ['Real people,', 'right now,', 'no algorithms'],
  intro:
    'See who’s nearby and up for meeting. You’re visible for one, two or three hours. Then you’re gone from every feed.',
  join: 'Join',
  logIn: 'Log In',
  startPinning: 'Start Pinning',
  adults: 'For adults, 18 and over.',
  picture: 'The app showing Ada, 29, two kilometres away, with a button to pin her.',
  different: {
    title: 'Not just another dating app',
    points: [
      {
        title: 'Only who is here',
        text: 'You see the people who are visible right now, nearest first. No scores, no boosts, nothing that decides for you.',
      },
      {
        title: 'Only for a while',
        text: 'Nobody is on show around the clock. When your time is up, you’re out of sight.',
      },
      {
        title: 'Only on purpose',
        text: 'A pin is a question: shall we meet? It takes a yes from both of you before anyone can write.',
      },
    ],
  },
  how: {
    title: 'How it works',
    steps: [
      {
        title: 'Get ready',
        text: 'Add a few photos and what you’d like to do. Then go visible for one, two or three hours.',
      },
      {
        title: 'Start pinning',
        text: 'Browse who’s nearby. Pin the people you’d like to meet, and see who pins you.',
      },
      {
        title: 'Hang out and chat',
        text: 'Chat while both pins are active. Find a place you both like, then meet offline.',
      },
    ],
  },
  quiet: {
    title: 'Quiet Drop',
    text: 'Pin someone privately, without being visible to everyone. Go incognito for an hour or more and drop your pin: only the person you pinned will ever see you.',
  },
  privacy: {
    title: 'Leave a pin, not a trace',
    points: [
      'Your exact location is never stored. What your phone reports is moved to the middle of an area about a kilometre wide, and only that is kept.',
      'When a chat has been paused for 24 hours, it is erased for good, messages and all.',
      'Others see your age, but never your birthday, your email or exactly where you are.',
    ],
  },
  closing: 'Someone is nearby.',
  footer: {
    about: { title: 'About', mission: 'Mission', discover: 'Discover More' },
    legal: { title: 'Legal', privacy: 'Privacy', terms: 'Terms', cookies: 'Cookie Policy' },
    help: { title: 'Help', safety: 'Safe Dating Tips', faq: 'FAQ' },
    social: { title: 'Social', links: ['Instagram', 'TikTok', 'Mastodon'] },
    version: `Version ${APP_VERSION}`,
    site: SITE_LABEL,
  },
};

/** Separate from the rest, so that the page's script contains only these. */
export const installWords = {
  text: 'Install Herenow: tap Share, then Add to Home Screen.',
  ok: 'OK',
};
