import { expect, test } from 'vitest';
import * as constants from './constants.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from './entities.ts';

/** The figures and choices that people, clients and documents rely on. To change one, change it here too. */

test('what one chooses from is what is promised, in its order', () => {
  expect(constants.PRONOUNS).toEqual(['She/Her', 'He/Him', 'They/Them', 'She/They', 'He/They', 'Other']);
  expect(constants.DATE_IDEAS.join(', ')).toBe(
    'Walk a dog, Walk in a park, Jazz night, Coffee, Picnic, Karaoke night, Yoga, Bookstore browsing, Dancing, ' +
      'Dessert-only date, Farmers market, Thrift store hunt, Board games, Bike ride, Escape room, Cooking class, ' +
      'Arcade, Museum visit, Wine tasting, Mini golf, Beach walk, Art gallery, Food truck tour, Hiking, ' +
      'Movie night, Bowling, Ice skating, Comedy show, Brunch',
  );
  expect(constants.REPORT_REASONS.join('; ')).toBe(
    'Inappropriate photos; Harassment or bullying; Spam or fake account; Inappropriate messages; Underage user; Other',
  );
  expect(constants.DISTANCE_STEPS_KM).toEqual([1, 2, 3, 5, 10, 15, 20, 30, 40, 50]);
  expect(constants.VISIBILITY_HOURS).toEqual([1, 2, 3]);
});

test('figures are what is promised', () => {
  expect(constants).toMatchObject({
    APP_VERSION: '1.0.46',
    APP_SOURCE: 'web',
    SITE_LABEL: 'herenow.example',
    CONTACT_EMAIL: 'hello@herenow.example',
    REGISTRATION_STEPS: 6,
    STEP: { created: 1, profile: 2, ideas: 3, distance: 4, photos: 5, verified: 6 },
    PASSWORD_MIN: 8,
    RESET_PASSWORD_MIN: 6,
    CODE_LENGTH: 6,
    CODE_MINUTES: 15,
    CODE_TRIES: 5,
    RESEND_SECONDS: 60,
    MIN_AGE: 18,
    MAX_AGE: 80,
    BIO_MAX: 300,
    MAX_DATE_IDEAS: 10,
    MAX_DISTANCE_KM: 50,
    EARTH_RADIUS_KM: 6371,
    FEED_PAGE: 20,
    MAX_HIDDEN_IDS: 1000,
    HOUR_MS: 3_600_000,
    DEFAULT_VISIBILITY_HOURS: 3,
    MAX_VISIBILITY_MS: 3 * 3_600_000,
    CLOCK_SKEW_MS: 60_000,
    SETUP_PHOTOS: 3,
    MAX_PHOTOS: 5,
    PHOTO_WIDTH: 1080,
    PHOTO_HEIGHT: 1440,
    PHOTO_QUALITY: 0.95,
    PHOTO_MAX_BYTES: 10 * 1024 * 1024,
    PHOTO_MAX_PIXELS: 40_000_000,
    PIN_UNDO_MS: 5000,
    MESSAGE_MAX: 2000,
    MESSAGES_MAX: 1000,
    TYPING_INTERVAL_MS: 2000,
  });
  expect(constants.REALTIME).toEqual({
    path: '/ws',
    heartbeatMs: 10_000,
    maxAttempts: 5,
    baseDelayMs: 1000,
    maxDelayMs: 30_000,
    hiddenDelayMs: 1000,
    visibleDelayMs: 200,
    sendRetryMs: 100,
    startDelayMs: 100,
    maxFrameBytes: 64 * 1024,
  });
});

test('who has chosen nothing is told everything', () => {
  expect(DEFAULT_NOTIFICATION_SETTINGS).toEqual({
    pushNotificationMessages: true,
    pushNotificationPin: true,
    inAppMessages: true,
    inAppPin: true,
    emailNewsAndUpdatesNotifications: true,
  });
});
