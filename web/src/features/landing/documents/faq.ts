import type { DocumentText } from './document-page.tsx';

export const faq: DocumentText = {
  title: 'FAQ',
  description: 'Short answers about visibility, pins, chats and your data on Herenow.',
  intro: 'Short answers to what people ask first.',
  sections: [
    {
      title: 'Who sees me?',
      paragraphs: [
        'While you are visible: people nearby who are looking, within the distance they chose. While you are incognito: only the people you pin. While you are offline: nobody.',
        'Someone you blocked, or who blocked you, never sees you.',
      ],
    },
    {
      title: 'How long am I visible?',
      paragraphs: [
        'For one, two or three hours, as you choose. You can go incognito or offline at any time before. When the time is up you go offline by yourself.',
      ],
    },
    {
      title: 'What is a pin?',
      paragraphs: [
        'A pin asks someone whether they would like to chat. They can accept or reject. Only an accepted pin opens a chat.',
        'You need to be visible or incognito to pin, and the other person needs to be visible.',
      ],
    },
    {
      title: 'What is a Quiet Drop?',
      paragraphs: [
        'Pinning while you are incognito. The person you pinned gets your request; nobody else learns that you are there.',
      ],
    },
    {
      title: 'Why did my chat stop?',
      paragraphs: [
        'A chat lives while both of you are active. When one goes offline it pauses, and goes on when you are both back within 24 hours. After that it is erased.',
      ],
    },
    {
      title: 'How exact is my location?',
      paragraphs: [
        'About a kilometre. What your phone reports is moved to the middle of a grid cell when it arrives, and only that is kept. Others see a distance in whole kilometres.',
      ],
    },
    {
      title: 'Who decides whom I see?',
      paragraphs: ['You do, with your filters. The order is distance, nearest first. There is no ranking.'],
    },
    {
      title: 'How do I delete my account?',
      paragraphs: [
        'In the settings, with Delete Account. Your profile, photos, chats and sign-ins are erased at once and for good.',
      ],
    },
  ],
};
