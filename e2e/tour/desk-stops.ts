import type { WaitingAppeal } from '@herenow/contract/appeals';
import type { AnswerOf } from '@herenow/contract/call';
import type { Evidence } from '@herenow/contract/evidence';
import type { openFace, WaitingFace } from '@herenow/contract/faces';
import type {
  ModerationCase,
  ModerationEntry,
  ModerationFile,
  ModerationStatistics,
  ModerationSummary,
} from '@herenow/contract/moderation';
import type { Pulse, PulsePoint } from '@herenow/contract/pulse';
import type { SealedCase } from '@herenow/contract/sealed-cases';
import { REFUSAL_HEADER } from '@herenow/contract/refusal';
import * as refusals from '@herenow/contract/refusals';
import type { Page } from '@playwright/test';
import { ada, press, shows, steps, type Stop } from './stop.ts';

const id = (n: number) => `0198f7b2-0000-7000-8000-00000000000${n}`;
const created = '2026-03-14T12:00:00.000Z';
const picture = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';
const LONG = 'Maximiliana Theodora von Hohenstein';

const summary: ModerationSummary = {
  cases: 2,
  sealed: 1,
  appeals: 1,
  faces: 1,
  underage: 1,
  oldest: created,
};
const cases: ModerationCase[] = [LONG, 'Bela'].map((username, at) => ({
  user: {
    id: id(at),
    username,
    gender: 'She/Her',
    age: 31,
    bio: at === 0 ? 'Write to me,\nI sell pills' : '',
    myTags: ['coffee'],
    photos: [],
    created,
    suspended: false,
    suspendedUntil: null,
    hiddenUntil: at === 0 ? '2026-03-15T12:00:00.000Z' : null,
  },
  rank: at - 1,
  since: created,
  heldBy: at === 0 ? null : id(9),
  blockedBy: 1,
  history: [],
  reports: [
    {
      id: id(at),
      reason: 'Underage user',
      words: 'Goes to my school.',
      photoId: null,
      reporterId: id(8),
      reporterSuspended: at === 1,
      reporterJudged: 4,
      reporterUpheld: 3,
      changedAfterAnswer: at,
      created,
      updated: created,
    },
  ],
}));
const appeals: WaitingAppeal[] = [
  {
    id: id(1),
    userId: id(2),
    username: LONG,
    words: 'I gave a friend my address, and nobody else.\nPlease look again.',
    created,
    ownAct: true,
    entry: {
      id: id(3),
      action: 'suspend',
      userId: id(2),
      operatorId: id(4),
      formerOperator: null,
      reasons: ['Spam or fake account'],
      note: '',
      why: 'You advertised or asked for money.',
      days: 7,
      texts: [],
      created,
    },
  },
];
const said = (more: Partial<Evidence>): Evidence => ({
  byReported: false,
  reported: false,
  content: '',
  earlier: [],
  sentAt: created,
  editedAt: null,
  deleted: false,
  changedAt: null,
  answeredAt: null,
  ...more,
});
const sealed: SealedCase[] = [
  {
    id: id(1),
    username: LONG,
    gender: 'She/Her',
    age: 31,
    own: false,
    reports: [
      {
        reason: 'Harassment or bullying',
        words: 'Again and again.',
        created,
        changedAfterAnswer: 1,
        shown: { name: 'Cheap pills', bio: 'Write to me', picture },
        messages: [
          said({
            byReported: true,
            reported: true,
            content: '',
            earlier: ['I know where you live'],
            deleted: true,
          }),
          said({
            content: 'مرحبا، أين نلتقي؟',
            editedAt: '2026-03-14T12:02:05.000Z',
            changedAt: '2026-03-14T12:02:05.000Z',
            answeredAt: '2026-03-14T12:01:00.000Z',
          }),
        ],
      },
    ],
  },
];
const faces: WaitingFace[] = [LONG, 'Bela'].map((username, at) => ({
  userId: id(at),
  username,
  age: 31,
  sent: created,
  heldBy: at === 0 ? null : id(9),
}));
const face: AnswerOf<typeof openFace> = {
  ...faces[0]!,
  photos: [{ id: id(5), url: `data:image/webp;base64,${picture}`, srcset: '', thumbhash: '' }],
  selfies: [
    { pose: 'open-hand', picture },
    { pose: 'two-fingers', picture: `${picture.slice(0, -4)}AAEA` },
  ],
};
const entries: ModerationEntry[] = [
  { ...appeals[0]!.entry, operatorId: id(9) },
  { ...appeals[0]!.entry, id: id(6), action: 'hide', operatorId: null, days: null, reasons: [] },
];
/** A case that another operator has taken. */
const file: ModerationFile = {
  ...cases[0]!,
  user: {
    ...cases[0]!.user,
    photos: [5, 6].map((at) => ({ id: id(at), url: '/icons/icon-512.png', srcset: '', thumbhash: '' })),
  },
  history: entries,
  reports: [
    {
      ...cases[0]!.reports[0]!,
      reporterMade: 7,
      shown: { name: 'Lina, 15', bio: null, picture },
      messages: [
        said({ content: 'How old are you?' }),
        said({
          byReported: true,
          reported: true,
          earlier: ['Fifteen'],
          content: 'Old enough',
          editedAt: created,
        }),
      ],
    },
  ],
  signIns: { devices: 2, lastMonth: 14, last: created },
};
const statistics: ModerationStatistics = {
  reports: [{ name: 'Underage user', count: 3 }],
  acts: [
    { name: 'suspend', count: 2 },
    { name: 'hide', count: 1 },
  ],
  appeals: { granted: 1, declined: 2, waiting: 0, medianHours: 20.5 },
  hidings: { upheld: 0, wrong: 1, waiting: 1 },
  upheldShare: 0.5,
  medianHours: 3.5,
};

const point: PulsePoint = {
  at: created,
  nodes: 2,
  visible: 120,
  chats: 48,
  waiting: 3,
  oldestSeconds: 5400,
  pins: 2.5,
  messages: 80,
  deliveries: 240,
  calls: 900,
  errors: 0,
  medianMs: 4.2,
  p99Ms: 38,
};
const pulse: Pulse = {
  stepSeconds: 15,
  latest: point,
  points: Array.from({ length: 60 }, (_, n) => ({
    ...point,
    at: new Date(Date.parse(created) + n * 15_000).toISOString(),
    visible: 120 + (n % 9),
  })),
};

/** Responds as to an operator with these people in the queue; nobody in the town is an operator. */
const desk = async (page: Page) => {
  const answers: Record<string, unknown> = {
    summary,
    cases,
    appeals,
    'sealed-cases': sealed,
    faces,
    [`faces/${id(0)}/open`]: face,
    statistics,
    log: entries,
    pulse,
    [`cases/${id(0)}`]: file,
  };
  await page.route('**/api/moderation/**', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/api/moderation/', '');
    if (name.endsWith('/hold')) return route.fulfill({ status: 409, body: refusals.caseHeld.text });
    return route.fulfill({ json: answers[name] });
  });
};
const stop = (name: string, path: string, act: Stop['act']): Stop => ({
  name,
  path: () => path,
  who: ada,
  before: desk,
  act: act!,
});

/** The same case, held by nobody else. */
const ownDesk = async (page: Page) => {
  await desk(page);
  await page.route('**/api/moderation/cases/*/hold', (route) => route.fulfill({ status: 200 }));
};
/** The same case, for an operator who has used up the time to hold it. */
const spentDesk = async (page: Page) => {
  await desk(page);
  const { code, status, text } = refusals.caseHeldLong;
  const answer = { status, body: text, headers: { [REFUSAL_HEADER]: code } };
  await page.route('**/api/moderation/cases/*/hold', (route) => route.fulfill(answer));
};

/** The screens that operators see. */
export const deskStops: readonly Stop[] = [
  { name: 'desk-of-nobody', path: () => '/desk', who: ada },
  stop(
    'desk-several',
    '/desk',
    steps(press('Choose Several'), press('Choose All on This Page'), shows('Act on 2 People')),
  ),
  stop('desk-case', `/desk/case/${id(0)}`, shows('Someone else is looking at this case.')),
  {
    ...stop(
      'desk-remove-photo',
      `/desk/case/${id(0)}`,
      steps(press('Remove Photo'), shows('Nobody can show it')),
    ),
    before: ownDesk,
  },
  {
    ...stop(
      'desk-remove-name',
      `/desk/case/${id(0)}`,
      steps(press('Remove Name or Text'), shows('What you choose is removed')),
    ),
    before: ownDesk,
  },
  {
    ...stop('desk-case-spent', `/desk/case/${id(0)}`, shows('You have had this case for 30 minutes.')),
    before: spentDesk,
  },
  stop('desk-log', '/desk/log', shows('Same Operator')),
  stop('desk-appeals', '/desk/appeals', shows('Please look again.')),
  stop('desk-sealed', '/desk/sealed', shows('Again and again.')),
  stop('desk-faces', '/desk/faces', shows(LONG)),
  stop('desk-face', `/desk/faces/${id(0)}`, shows(`${LONG}, 31`)),
  stop('desk-pulse', '/desk/pulse', shows('People visible')),
  stop('desk-numbers', '/desk/numbers', shows('Hidings by reports')),
];
