import type { Temperament } from '@herenow/cast/characters';
import type { Random } from '@herenow/cast/random';

const OPENERS = [
  '{hello}! Your photos made me smile',
  '{hello} 👋 How is your day going?',
  '{hello}! What brought you out today?',
  'We seem to be the two closest people on here 😄',
  '{hello}, quick question: tea or coffee?',
  '{hello}! Are you from around here?',
  'Okay, your turn to recommend a place nearby',
];

/** How people of each temperament start a conversation. */
const MANNERS: Readonly<Record<Temperament, readonly string[]>> = {
  eager: [
    '{hello}! I was hoping you would say yes',
    'That was quick! {hello} 😊',
    '{hello}! I have two hours, good shoes and no plan. You?',
  ],
  chatty: [
    '{hello}! I should warn you, I write in paragraphs',
    '{hello}! I have so many questions and they are all about breakfast',
    'So, {hello}, tell me everything, but start with the best part',
  ],
  shy: [
    'I promised myself to write first for once, so: {hello}!',
    '{hello}… I typed this four times 🙈',
    '{hello}. I am better in person, I promise',
  ],
  slow: [
    '{hello}! I type with one finger, please bear with me',
    '{hello}. I am walking, so my answers take a corner or two',
    '{hello}, no hurry on my side',
  ],
  declining: ['{hello}! I say no to nearly everybody, so this is a good sign'],
  leaving: [
    '{hello}! My tram comes in a few minutes, so be quick 😄',
    '{hello}! Five per cent battery. Make it count',
  ],
};

const INVITES: Readonly<Record<string, string>> = {
  coffee: 'There is a tiny place with very good coffee two streets from me. Do you know it?',
  picnic: 'I have a blanket and half a cake, so basically a picnic',
  'jazz night': 'There is a trio playing tonight, free entry. Do you like jazz?',
  'walk a dog': 'I am about to walk my dog, he decides where we go. Want to join some time?',
  'walk in a park': 'The park is lovely at this hour. Do you walk a lot?',
  'board games': 'I own far too many board games. What was the last one you played?',
  'museum visit': 'The museum is open late today. Which room would you go to first?',
  brunch: 'Very important: sweet or savoury brunch?',
  hiking: 'I am planning a hike on Sunday. Hills or lakes?',
  'bike ride': 'I just pumped up my tyres. Do you cycle?',
  dancing: 'I dance badly and with great joy. You?',
  'movie night': 'There is an open-air film tonight. Old classics or new things?',
  'cooking class': 'I can cook exactly four dishes. What is yours?',
  bowling: 'I have not won at bowling since 2014. Interested in an easy victory?',
  'bookstore browsing': 'I could spend hours in that bookshop by the station. What are you reading?',
};

const FAREWELLS = ['See you! 👋', 'Take care, this was nice', 'Until soon then!'];

/** What a reply is chosen from: the first pattern that matches the message counts. */
const ANSWERS: readonly [RegExp, readonly string[]][] = [
  [/\b(bye|good night|see you|gotta go|have to go|ciao|tschüss)\b/i, FAREWELLS],
  [
    /\b(are you|you) from\b|\byou live\b|born/i,
    [
      'From two streets away, by way of a small town you have not heard of',
      'I came for a weekend, four years ago',
      'Born here, which makes me a rarity',
    ],
  ],
  [
    /\b(far|near|close|km|kilomet)/i,
    [
      'I have a bicycle and good intentions',
      'That is three songs on foot',
      'Far is when one needs a sandwich on the way',
    ],
  ],
  [
    /\b(where|meet|place|which street)\b/i,
    [
      'By the fountain on the square? I will be the one looking at the pigeons',
      'I am near the old market hall. You?',
      'How about the corner with the bakery?',
      'Somewhere in the middle, then we both walk ten minutes',
    ],
  ],
  [
    /\b(when|what time|tonight|today|tomorrow|later)\b/i,
    [
      'In about an hour would be good. Does that work?',
      'I am free from seven on',
      'Any time really, I am just reading',
      'Tomorrow would be even better for me, around six?',
    ],
  ],
  [
    /\b(coffee|tea|drink|wine|beer|eat|food|cake|brunch|dinner|lunch)\b/i,
    [
      'I never say no to that',
      'Yes please. I know a place with very good cake',
      'Only if I may pay for the first round',
      'You have my attention 😄',
    ],
  ],
  [
    /\b(dog|cat|pet|animal)s?\b/i,
    [
      'Now I need a photo of this animal',
      'Mine is asleep on my keyboard, sorry for typos',
      'Animals first, people second, I agree',
    ],
  ],
  [
    /\b(music|jazz|song|concert|band|film|movie|book|read)(s|ing)?\b/i,
    [
      'Good taste! What else do you like?',
      'I had that on repeat last week',
      'Tell me the one I should start with',
      'Noted. I will report back',
    ],
  ],
  [
    /\b(work|job|do for a living|study)(s|ing)?\b/i,
    [
      'I repair pianos, believe it or not. You?',
      'I drive the night tram. I know everybody and nobody',
      'I water other people’s plants. Officially I am in marketing',
      'I teach maths to people who do not want it 😅',
      'Let us not talk about work, it is a nice evening',
    ],
  ],
  [/\b(thanks|thank you|thx|danke|gracias|merci)\b/i, ['You are welcome!', 'Any time 😊', 'Of course!']],
  [/\b(sorry|apolog)/i, ['No worries at all', 'All good!', 'Happens to me all the time']],
  [
    /\b(no|nope|not really|don't|cannot|can't)\b/i,
    [
      'Fair enough! What would you rather do?',
      'That is honest, I like it',
      'Okay, then you suggest something',
    ],
  ],
  [
    /\b(yes|yeah|yep|sure|ok|okay|deal|great|perfect|sounds good)\b/i,
    ['Great! I am looking forward to it', 'Perfect 😊', 'Then it is a plan', 'That was easy. I like easy'],
  ],
  [/(😂|😄|😅|haha|lol|hehe)/i, ['😄', 'I am glad somebody laughs about that', 'Haha, exactly']],
  [
    /^\W*(hi|hello|hey|hola|moin|salut|hallo|good (morning|evening))\b/i,
    [
      '{hello}! Nice to hear from you. How are you?',
      '{hello} 😊 What are you up to?',
      'Hey! You were quick. How is your day?',
    ],
  ],
  [
    /how are you|how('s| is) (it|your)/i,
    [
      'Very well, I had the sun in my face all day. And you?',
      'A little tired, but in a good mood. You?',
      'Better now 😊',
    ],
  ],
  [
    /\b(how|what) about you|\band you\b|\b(what|which|who).*\byou\b.*\b(like|love|enjoy|do|up to|into)\b/i,
    [
      'Right now? Long walks, short queues, and other people’s dogs',
      'I collect bad puns and good bakeries',
      'Mostly I look for the quietest table in loud places',
      'Today I have done nothing useful, and very well',
    ],
  ],
  [
    /^\W*(what|which|who|why|how)\b.*\?/i,
    [
      'Good question. Ask me again over coffee',
      'I have never been asked that. You first',
      'That is a long story with a tram in it',
      'Depends on the day. Today: the fun one',
    ],
  ],
  [
    /\?/,
    ['Hmm, let me think… yes! And you?', 'Depends on the company 😉', 'Most of the time. You?', 'Why not!'],
  ],
];

const OTHERS = [
  'Oh, tell me more about that',
  'That sounds like a good story',
  'I thought I was the only one!',
  'Ha, I like that',
  'Really? I would never have guessed',
  'That makes two of us',
  'You write like somebody I would like to meet',
  'I read that out loud and my flatmate nodded',
  'I was about to say the same, only worse',
  'Go on, I am listening with both ears',
];

const QUESTIONS = [
  'What is the best thing that happened to you this week?',
  'Are you a morning person?',
  'Which spot around here do you like best?',
  'What would you do if you had the whole day off tomorrow?',
  'Salt or sugar on popcorn?',
  'Are you any good at karaoke?',
  'How long have you lived here?',
  'Shall we meet for a short walk some time?',
];

const SECONDS = [
  'And hello again 😊',
  'Sorry, two messages where one would do',
  'I read that again and it sounded better in my head',
  'By the way, I like your second photo',
  'I talk a lot, I know',
  'Ah, and: no pressure',
  '☕?',
];
const ASTRAY = [
  'Mum, I will call you back in ten minutes',
  'Milk, eggs, and those good tomatoes',
  'I left the key under the flower pot',
  'He said WHAT',
  'Dear landlord, the tap is singing again',
];

export interface Speaker {
  hello: string;
  tags: readonly string[];
  temperament: Temperament;
}

/** Returns what one person says in one chat, without repeating a line until all have been used. */
export function createLines(speaker: Speaker, random: Random) {
  const said = new Set<string>();

  function choose(lines: readonly string[]): string {
    const fresh = lines.filter((line) => !said.has(line));
    const line = random.pick(fresh.length > 0 ? fresh : lines);
    said.add(line);
    return line.replace('{hello}', speaker.hello);
  }
  const invites = () => speaker.tags.flatMap((tag) => INVITES[tag] ?? []);

  return {
    opener: () => choose(random.chance(0.4) ? MANNERS[speaker.temperament] : [...OPENERS, ...invites()]),
    /** Returns a reply that loosely fits the last message; sometimes it adds a question. */
    answer(last: string): string {
      const lines = ANSWERS.find(([pattern]) => pattern.test(last))?.[1] ?? OTHERS;
      const answer = choose(lines);
      if (answer.includes('?') || lines === FAREWELLS || !random.chance(0.35)) return answer;
      return `${answer.replace(/([^.!?…\p{Extended_Pictographic}])$/u, '$1.')} ${choose([...QUESTIONS, ...invites()])}`;
    },
    second: () => choose(SECONDS),
    astray: () => choose(ASTRAY),
  };
}

/** Returns the text with two letters swapped, if it has a word that is long enough. */
export function withTypo(text: string): string {
  return text.replace(/(\p{Ll})(\p{Ll})(\p{Ll}\b)/u, (whole, one: string, two: string, rest: string) =>
    one === two ? whole : two + one + rest,
  );
}
