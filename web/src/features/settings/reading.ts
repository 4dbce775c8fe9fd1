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
    'Meeting someone you found an hour ago is the point of Herenow. A few habits keep it a good evening.',
  parts: [
    {
      title: 'Before you meet',
      points: [
        'Write a little first. Someone who is in a hurry to leave the app or to get your number can wait.',
        'Ask for what you want to know. People who mean well answer gladly.',
        'Keep your full name, home, workplace and daily routine to yourself until you trust someone.',
        'Never send money, gift cards or pictures of documents. There is no good reason to be asked for them.',
      ],
    },
    {
      title: 'When you meet',
      points: [
        'Choose a public place with other people around, and get there and home by yourself.',
        'Tell a friend where you are going, with whom, and when you will write again. Share My Date, in the menu of a chat, makes a page for that.',
        'Keep your phone charged, and your drink and your things with you.',
        'You may leave at any time and owe nobody a reason. No is a whole sentence, before and during.',
      ],
    },
    {
      title: 'If something is wrong',
      points: [
        'Block the person from their profile or from the chat: neither of you sees the other again, and they are not told.',
        'Report them, so that we can act. Reports are anonymous. You can name the photo it is about, say it in your own words, and report somebody you have blocked, too.',
        'In danger, call the emergency number where you are: 112 in Europe and in many other places, 911 in North America.',
      ],
    },
    {
      title: 'What we do to help',
      points: [
        'A mark beside a name says that this person has shown us, with two selfies, that the photos are theirs. It says nothing about how they are, and somebody with the right tools may still deceive us.',
        'A photo that we removed cannot be uploaded again for a year by whoever showed it, nor by anybody else where nobody may show it, unless we take that back.',
        'Nobody learns where you are more precisely than a cell about 1 km across, because we never keep more ourselves.',
        'You are shown only while you choose to be, and for 3 hours at a time at most.',
        'Chats are erased when you have not both been there for a day. What matters, such as an address, belongs in your own notes.',
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
        'A pin tells someone that you would like to meet. They can accept or reject it. Once it is accepted you can write to each other while both of you are there.',
      ],
    },
    {
      title: 'What is a Quiet Drop?',
      text: [
        'You can pin while you are incognito for one, two or three hours. Only the person you pin learns of it; nobody else sees you.',
      ],
    },
    {
      title: 'How long am I visible?',
      text: ['One, two or three hours, as you choose. After that you go offline by yourself.'],
    },
    {
      title: 'Why did a chat disappear?',
      text: [
        'A chat rests when one of you goes offline and goes on when both of you are back within 24 hours. After that it is erased for good. It is also gone when one of you blocks the other or deletes their account.',
      ],
    },
    {
      title: 'What does the mark beside a name mean?',
      text: [
        'One of us has compared two selfies, in poses drawn by chance, with the photos, and found the same person. The selfies are erased with the decision. You get the mark in the settings, under Show that it is you.',
      ],
    },
    {
      title: 'Does it cost anything?',
      text: ['No. No payment is taken.'],
    },
    {
      title: 'How exact is my location?',
      text: [
        'As soon as your position reaches us it is rounded to the centre of a cell about 1 km across, and only that is kept. Others see a distance in whole kilometres, and half an hour late when you move. Where few people live, such a cell may hold one house: go visible when you are out if that is too exact for you.',
      ],
    },
    {
      title: 'In which order are people shown?',
      text: ['Nearest first. There is no algorithm, no ranking and no boost.'],
    },
    {
      title: 'How do I delete my account?',
      text: [
        'In the settings, at the very end, or at /delete-account. Your profile, photos, pins and chats are erased at once and for good.',
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
        'While you are signed in: an access token, your id and your own record, so that you stay signed in; your filter and your home zones; and what you have written in chats and not sent yet. Signing out removes them, also when you do it on another device, as soon as this one hears of it.',
        'While the tab is open: what you have typed into other forms, the links of dates that you have shared, and where you were on a page.',
        'Photos you have seen, so that they need not be fetched again. What is older than twelve hours goes when you next look at photos, and signing out removes all.',
        'What is about the device and stays: the appearance, sound and vibration you chose, which hints you have seen, and a key that says that somebody has signed in here before.',
        'The program itself, so that it opens without a network.',
      ],
    },
    {
      title: 'What is not there',
      text: [
        'No trackers, no advertising, no analytics and no content from other companies. Nothing you do here is shown to anyone who measures audiences.',
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
        'Herenow is a web app. Add it to your home screen, by Share then Add to Home Screen on an iPhone or by the menu of your browser elsewhere, and it opens like any other app and can notify you.',
      ],
    },
    {
      title: 'Drop a pin quietly',
      text: [
        'Go incognito for an hour or more and pin someone. They get your request; nobody else knows that you are around.',
      ],
    },
    {
      title: 'Look around first',
      text: ['You can browse while you are offline. You need to be online only to pin and to chat.'],
    },
    {
      title: 'Say what you are up for',
      text: [
        'Choose up to ten ideas for a date, or all of them. Others can look for people who like the same.',
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
