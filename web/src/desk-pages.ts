import type { Page } from './pages.ts';

/** Returns a page of the desk; `name` gives its address and its file, `rest` is the remainder of the address. */
const desk = (name: string, title: string, rest = ''): Page => ({
  path: `/desk${name}${rest}`,
  screen: `desk/desk${name.replace('/', '-')}`,
  title,
  audience: 'signed-in',
  bars: 'none',
  scroll: rest ? 'top' : 'restore',
});

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
