import type { DocumentText } from './document-page.tsx';

export const safeDatingTips: DocumentText = {
  title: 'Safe Dating Tips',
  description: 'How to meet someone from Herenow and get home well.',
  intro: 'Meeting a stranger is mostly a good idea. These habits keep it one.',
  sections: [
    {
      title: 'Before you meet',
      paragraphs: [
        'Chat first, for as long as you want. Nobody who is worth meeting minds a few questions.',
        'Keep your surname, your address and your place of work to yourself until you know each other.',
        'Tell a friend whom you are meeting, where, and when you mean to be back.',
      ],
    },
    {
      title: 'Where to meet',
      paragraphs: [
        'Choose a public place with people around: a café, a bar, a market, a park that is busy at that hour.',
        'Do not meet at home the first time, neither yours nor theirs.',
        'Get there and back on your own. Then leaving is always your decision.',
      ],
    },
    {
      title: 'While you are there',
      paragraphs: [
        'Keep your drink and your phone with you. Know how much you want to drink before you start.',
        'Feeling uneasy is reason enough to leave. You owe nobody an explanation. Staff of a bar or a café will help when you ask.',
        'A yes can be taken back at any moment, by either of you.',
      ],
    },
    {
      title: 'Money and photos',
      paragraphs: [
        'Never send money, vouchers or bank details to someone you met here, whatever the story is.',
        'Only send pictures that you would not mind others seeing.',
      ],
    },
    {
      title: 'If something is wrong',
      paragraphs: [
        'Block the person: from that moment neither of you sees the other anywhere, and they are not told.',
        'Report them, from their profile or from the chat. Reports are anonymous and read by people.',
        'In danger, call the emergency number of the country you are in first.',
      ],
    },
  ],
};
