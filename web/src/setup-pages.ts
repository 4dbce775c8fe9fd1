import { STEP } from '@herenow/contract/constants';
import type { Page } from './pages.ts';

const question = { audience: 'signed-in', bars: 'tabs from settings', scroll: 'restore' } as const;

/** The registration and the steps that follow it. */
export const setupPages: readonly Page[] = [
  {
    path: '/register',
    screen: 'features/accounts/screens/register-screen.tsx',
    audience: 'visitors',
    title: 'Join',
    bars: 'none',
    scroll: 'restore',
    setup: { step: STEP.created },
  },
  {
    path: '/profile-setup',
    screen: 'features/profile/screens/profile-setup-screen.tsx',
    title: 'Your profile',
    ...question,
    setup: { step: STEP.profile },
  },
  {
    path: '/preferences-setup',
    screen: 'features/profile/screens/preferences-setup-screen.tsx',
    title: 'Your perfect date',
    ...question,
    setup: { step: STEP.ideas, optional: true },
  },
  {
    path: '/distance-setup',
    screen: 'features/profile/screens/distance-setup-screen.tsx',
    title: 'Distance',
    ...question,
    setup: { step: STEP.distance },
  },
  {
    path: '/photo-setup',
    screen: 'features/profile/screens/photo-setup-screen.tsx',
    title: 'Your photos',
    ...question,
    setup: { step: STEP.photos },
  },
  {
    path: '/email-verification',
    screen: 'features/accounts/screens/email-verification-screen.tsx',
    title: 'Verify your email',
    ...question,
    setup: { step: STEP.verified },
    bars: 'none',
  },
];

/** Returns the page that completes a step of the registration. */
export function pageOfStep(step: number): Page | undefined {
  return setupPages.find(({ setup }) => setup?.step === step);
}

/** Returns the screen that follows a completed step of the registration. */
export function screenForStep(step: number | null | undefined): string {
  return (step && pageOfStep(step + 1)?.path) || '/feed';
}
