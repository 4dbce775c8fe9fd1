import type { Page } from './pages.ts';

/** A page of the desk by what its address and its file are called, and what the address has beside that. */
const desk = (name: string, title: string, rest = ''): Page => ({
  path: `/desk${name}${rest}`,
  screen: `features/desk/screens/desk${name.replace('/', '-')}-screen.tsx`,
  title,
  audience: 'signed-in',
  bars: 'none',
  scroll: 'own',
});

/** The pages of operators. */
export const deskPages: readonly Page[] = [
  desk('', 'Desk'),
  desk('', 'Desk', '/case/:id'),
  desk('/appeals', 'Appeals'),
  desk('/sealed', 'Sealed'),
  desk('/faces', 'Faces'),
  desk('/faces', 'Faces', '/:id'),
  desk('/log', 'Log'),
  desk('/numbers', 'Numbers'),
  desk('/pulse', 'Pulse'),
];
