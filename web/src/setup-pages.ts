import { STEP } from '@herenow/contract/constants';
import type { Page } from './pages.ts';

const question = { audience: 'signed-in', bars: 'tabs from settings', scroll: 'restore' } as const;

/** The registration and the steps that follow it. */
export const setupPages: readonly Page[] = [
  {
    path: '/register',
    screen: 'accounts/register',
    audience: 'visitors',
    title: 'Join',
    bars: 'none',
    scroll: 'restore',
    setup: { step: STEP.created },
  },
  {
    path: '/profile-setup',
    screen: 'profile/profile-setup',
    title: 'Your profile',
    ...question,
    setup: { step: STEP.profile },
  },
  {
    path: '/preferences-setup',
    screen: 'profile/preferences-setup',
    title: 'Your perfect date',
    ...question,
    setup: { step: STEP.ideas, optional: true },
  },
  {
    path: '/distance-setup',
    screen: 'profile/distance-setup',
    title: 'Distance',
    ...question,
    setup: { step: STEP.distance },
  },
  {
    path: '/photo-setup',
    screen: 'profile/photo-setup',
    title: 'Your photos',
    ...question,
    setup: { step: STEP.photos },
  },
  {
    path: '/email-verification',
    screen: 'accounts/email-verification',
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
