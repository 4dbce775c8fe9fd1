import type { Page } from './pages.ts';

const reading = { audience: 'everyone', bars: 'tabs', scroll: 'restore' } as const;
const desk = { audience: 'signed-in', bars: 'none', scroll: 'own' } as const;

/** The pages of operators, and the one on which their decisions are appealed. */
export const deskPages: readonly Page[] = [
  { path: '/desk', screen: 'features/desk/screens/desk-screen.tsx', title: 'Desk', ...desk },
  { path: '/desk/case/:id', screen: 'features/desk/screens/desk-screen.tsx', title: 'Desk', ...desk },
  {
    path: '/appeal',
    screen: 'features/safety/screens/appeal-screen.tsx',
    title: 'A decision about your account',
    ...reading,
    scroll: 'top',
    bars: 'none',
  },
  {
    path: '/desk/appeals',
    screen: 'features/desk/screens/desk-appeals-screen.tsx',
    title: 'Appeals',
    ...desk,
  },
  { path: '/desk/sealed', screen: 'features/desk/screens/desk-sealed-screen.tsx', title: 'Sealed', ...desk },
  { path: '/desk/faces', screen: 'features/desk/screens/desk-faces-screen.tsx', title: 'Faces', ...desk },
  { path: '/desk/faces/:id', screen: 'features/desk/screens/desk-faces-screen.tsx', title: 'Faces', ...desk },
  { path: '/desk/log', screen: 'features/desk/screens/desk-log-screen.tsx', title: 'Log', ...desk },
  {
    path: '/desk/numbers',
    screen: 'features/desk/screens/desk-numbers-screen.tsx',
    title: 'Numbers',
    ...desk,
  },
  { path: '/desk/pulse', screen: 'features/desk/screens/desk-pulse-screen.tsx', title: 'Pulse', ...desk },
];
