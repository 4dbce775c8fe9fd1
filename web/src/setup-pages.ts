import { STEP } from '@herenow/contract/constants';
import type { Page } from './pages.ts';

/** How pages for visitors are shown. */
export const visitors = { audience: 'visitors', bars: 'none', scroll: 'restore' } as const;
/** Returns the page of a step after the registration; `name` gives its address and its file. */
const question = (name: string, title: string, step: number): Page => ({
  path: `/${name}`,
  screen: `profile/${name}`,
  title,
  audience: 'signed-in',
  bars: 'tabs from settings',
  scroll: 'restore',
  setup: { step },
});

/** The registration and the steps that follow it. */
export const setupPages: readonly Page[] = [
  {
    path: '/register',
    screen: 'accounts/register',
    title: 'Join',
    setup: { step: STEP.created },
    ...visitors,
  },
  question('profile-setup', 'Your profile', STEP.profile),
  {
    ...question('preferences-setup', 'Your perfect date', STEP.ideas),
    setup: { step: STEP.ideas, optional: true },
  },
  question('distance-setup', 'Distance', STEP.distance),
  question('photo-setup', 'Your photos', STEP.photos),
  {
    ...question('email-verification', 'Verify your email', STEP.verified),
    screen: 'accounts/email-verification',
    bars: 'none',
  },
];

export function pageOfStep(step: number): Page | undefined {
  return setupPages.find(({ setup }) => setup?.step === step);
}

/** Returns the screen that follows a completed step of the registration. */
export function screenForStep(step: number | null | undefined): string {
  return (step && pageOfStep(step + 1)?.path) || '/feed';
}
