import { CONTACT_EMAIL } from '@herenow/contract/constants';
import type { DocumentText } from './document-page.tsx';

export const cookiePolicy: DocumentText = {
  title: 'Cookie Policy',
  description: 'Herenow sets no cookies. What it keeps in your browser instead, and why.',
  intro:
    'Herenow sets no cookies, neither its own nor anybody else’s. It keeps a few things in your browser, all of them needed.',
  sections: [
    {
      title: 'What is kept while you are signed in',
      paragraphs: [
        'Your sign-in (authToken, userId) and a copy of your own profile (user), so that you stay signed in and the app opens at once.',
        'What you typed and have not sent yet, so that nothing is lost when the connection is.',
        'Signing out removes your sign-in and your profile from the browser.',
      ],
    },
    {
      title: 'What is kept in any case',
      paragraphs: [
        'The theme you chose, and whether you have seen the hint about installing the app.',
        'The app itself and photos you have looked at lately, so that they open without a connection. Your browser can delete them at any time.',
      ],
    },
    {
      title: 'What is not there',
      paragraphs: [
        'No advertising, no analytics, no fonts, scripts or pictures from other sites. Nothing follows you.',
      ],
    },
    {
      title: 'Push messages',
      paragraphs: [
        'When you allow notifications, your browser makes an address for them, which we store with your account until you sign out or switch them off. The message travels through the push service of your browser’s maker, encrypted.',
      ],
    },
    { title: 'Questions', paragraphs: [`Write to ${CONTACT_EMAIL}.`] },
  ],
};
