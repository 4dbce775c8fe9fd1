import { CONTACT_EMAIL } from '@herenow/contract/constants';
import { words } from './words.ts';

/** A page of text: an introduction, then sections with a heading and paragraphs or points. */
export type Reading = {
  title: string;
  opening: string;
  parts: readonly { title: string; text?: readonly string[]; points?: readonly string[] }[];
};

const tips: Reading = {
  title: words.reading.tips,
  opening:
    'Meeting someone you found an hour ago is the point of Herenow. A few habits help keep it a good evening.',
  parts: [
    {
      title: 'Before you meet',
      points: [
        'Write a little first. Someone who is in a hurry to leave the app or to get your number can wait.',
        'Ask what you want to know. People who mean well are happy to answer.',
        'Keep your full name, home, workplace and daily routine to yourself until you trust someone.',
        'Never send money, gift cards or photos of documents. Nobody has a good reason to ask for them.',
      ],
    },
    {
      title: 'When you meet',
      points: [
        'Choose a public place with other people around, and make your own way there and home.',
        'Tell a friend where you’re going, who with, and when you’ll be in touch again. Share My Date, in the menu of a chat, makes a page for that.',
        'Keep your phone charged, and keep your drink and your things with you.',
        'You can leave at any time, and you don’t owe anyone a reason. “No” is a whole sentence, before a date and during it.',
      ],
    },
    {
      title: 'If something’s wrong',
      points: [
        'Block the person from their profile or from the chat. You won’t see each other again, and they won’t be told.',
        'Report them, so that we can act. Reports are anonymous. You can say which photo it’s about, add your own words, and report someone you’ve blocked, too.',
        'If you’re in danger, call the emergency number where you are: 112 in Europe and in many other places, 911 in North America.',
      ],
    },
    {
      title: 'What we do to help',
      points: [
        'A mark beside a name means that this person has shown us, with two selfies, that the photos are theirs. It says nothing about what they’re like, and someone with the right tools may still fool us.',
        'A photo we’ve removed can’t be uploaded again for a year by the person who showed it, or by anyone else if nobody may show it, unless we reverse that decision.',
        'Nobody learns where you are more precisely than an area about 1 km across, because that’s all we ever keep ourselves.',
        'You’re only shown while you choose to be, for 3 hours at a time at most.',
        'A chat is erased a day after you were last both here. Keep anything that matters, such as an address, in your own notes.',
      ],
    },
  ],
};

const faq: Reading = {
  title: words.reading.faq,
  opening: 'Short answers to what people ask most.',
  parts: [
    {
      title: 'Who can see me?',
      text: [
        'People nearby, and only while you are visible. Go incognito or offline and you are gone from every feed at once.',
      ],
    },
    {
      title: 'What is a pin?',
      text: [
        'A pin tells someone that you’d like to meet. They can accept or reject it. Once it’s accepted, you can write to each other while you’re both here.',
      ],
    },
    {
      title: 'What is a Quiet Drop?',
      text: [
        'It’s a pin you send while you’re incognito, for one, two or three hours. Only the person you pin knows. Nobody else sees you.',
      ],
    },
    {
      title: 'How long am I visible?',
      text: ['One, two or three hours, as you choose. After that, you go offline automatically.'],
    },
    {
      title: 'Why did a chat disappear?',
      text: [
        'A chat pauses when one of you goes offline, and goes on if you’re both back within 24 hours. After that, it’s erased for good. It’s also gone if one of you blocks the other or deletes their account.',
      ],
    },
    {
      title: 'What does the mark beside a name mean?',
      text: [
        'Someone on our team has compared the photos with two selfies, in poses picked at random, and found the same person. The selfies are erased once we’ve decided. You can get the mark in your settings, under Get Verified.',
      ],
    },
    {
      title: 'Does it cost anything?',
      text: ['No. No payment is taken.'],
    },
    {
      title: 'How exact is my location?',
      text: [
        'As soon as your location reaches us, it’s rounded to the centre of an area about 1 km across, and only that is kept. Others see a distance in whole kilometres, half an hour late when you move. Where few people live, an area like that may hold just one house. If that’s too exact for you, go visible when you’re out.',
      ],
    },
    {
      title: 'What order are people shown in?',
      text: ['Nearest first. There’s no algorithm, no ranking and no boost.'],
    },
    {
      title: 'How do I delete my account?',
      text: [
        'At the very end of your settings, or at /delete-account. Your profile, photos, pins and chats are erased right away and for good.',
      ],
    },
    { title: 'Something else?', text: [`Write to us at ${CONTACT_EMAIL}.`] },
  ],
};

const cookies: Reading = {
  title: words.reading.cookies,
  opening: 'Herenow sets no cookies at all: none of ours, none of anyone else’s.',
  parts: [
    {
      title: 'What is kept on your device instead',
      points: [
        'While you’re signed in: an access token, your id and your own record, so that you stay signed in; your filter and your home zones; and what you’ve written in chats but not sent yet. Signing out removes them. If you sign out from another device, they go as soon as this one hears of it.',
        'While the tab is open: what you’ve typed into other forms, the links of dates you’ve shared, and where you were on a page.',
        'Photos you’ve seen, so that they don’t need to be fetched again. Those older than twelve hours go the next time you look at photos, and signing out removes them all.',
        'Settings of the device, which stay: the appearance, sound and vibration you chose, which hints you’ve seen, a key that says that someone has signed in here before and, if you had home zones, four characters of your id, so that we can tell you that they’re gone.',
        'The app itself, so that it opens without a connection.',
      ],
    },
    {
      title: 'What you won’t find',
      text: [
        'No trackers, no advertising, no analytics and no content from other companies. Nobody who measures audiences learns what you do here.',
      ],
    },
  ],
};

const discover: Reading = {
  title: words.reading.discover,
  opening: 'Small things that are easy to miss.',
  parts: [
    {
      title: 'Install it',
      text: [
        'Herenow is a web app. Add it to your home screen, with Share then Add to Home Screen on an iPhone or from your browser’s menu elsewhere. Then it opens like any other app and can notify you.',
      ],
    },
    {
      title: 'Drop a pin quietly',
      text: [
        'Go incognito for an hour or more and pin someone. They get your request. Nobody else knows you’re around.',
      ],
    },
    {
      title: 'Look around first',
      text: [
        'You can browse while you’re offline. You only need to go visible or incognito to pin and to chat.',
      ],
    },
    {
      title: 'Say what you’re up for',
      text: [
        'Choose up to ten date ideas, or all of them. Others can look for people who like the same ones.',
      ],
    },
    {
      title: 'Run it yourself',
      text: [
        'Herenow is open source. You can read how it works, check what this page promises, and run it for your own town.',
      ],
    },
  ],
};

/** By path. */
export const readings: ReadonlyMap<string, Reading> = new Map([
  ['/safe-dating-tips', tips],
  ['/faq', faq],
  ['/cookie-policy', cookies],
  ['/discover-more', discover],
]);
