import type { DocumentText } from './document-page.tsx';

export const discoverMore: DocumentText = {
  title: 'Discover More',
  description: 'What Herenow is made of and how to get the most out of an evening with it.',
  intro: 'What there is to know when you have read the front page and want to know more.',
  sections: [
    {
      title: 'An evening with Herenow',
      paragraphs: [
        'Say what you would like to do: there are 29 date ideas, from walking a dog to a jazz night. Choose up to ten, or be open to anything.',
        'Go visible when you are out, or about to be. The feed shows who else is, nearest first, in the distance you set.',
        'Pin someone. When they accept, agree on a place. That is all the app is for; the rest happens at the table.',
      ],
    },
    {
      title: 'Install it',
      paragraphs: [
        'Herenow is a web app. On an iPhone open it in Safari, tap Share, then Add to Home Screen. On Android and on computers your browser offers to install it.',
        'Installed, it opens without the browser around it and can tell you about pins and messages.',
      ],
    },
    {
      title: 'No algorithms, really',
      paragraphs: [
        'The order of the feed is distance. Nobody can pay to stand higher, nobody is shown less for being picky, and looking at someone changes nothing.',
      ],
    },
    {
      title: 'Open to look into',
      paragraphs: [
        'Herenow is free software under the AGPL. Anybody may read how it works, check what it promises, and run it for their own town.',
      ],
    },
  ],
};
