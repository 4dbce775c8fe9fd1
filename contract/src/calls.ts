import * as accounts from './accounts.ts';
import * as alerts from './alerts.ts';
import * as appeals from './appeals.ts';
import type { Call } from './call.ts';
import * as chats from './chats.ts';
import * as faces from './faces.ts';
import * as feed from './feed.ts';
import * as moderation from './moderation.ts';
import * as news from './news.ts';
import * as passkeys from './passkeys.ts';
import * as photos from './photos.ts';
import * as pins from './pins.ts';
import * as presence from './presence.ts';
import * as profile from './profile.ts';
import * as pulse from './pulse.ts';
import * as push from './push.ts';
import * as rights from './rights.ts';
import * as formerChats from './former-chats.ts';
import * as safety from './safety.ts';
import * as sealedCases from './sealed-cases.ts';
import * as secondFactor from './second-factor.ts';
import * as sharedDates from './shared-dates.ts';
import * as suspended from './suspended.ts';

const features = {
  accounts,
  secondFactor: { ...secondFactor, ...passkeys },
  profile,
  photos,
  presence,
  feed: { ...feed, ...alerts },
  pins,
  chats,
  safety: { ...safety, ...formerChats, ...sharedDates },
  rights,
  push,
  moderation: { ...moderation, ...sealedCases, ...pulse },
  appeals: { ...appeals, ...suspended },
  news,
  faces,
};

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
  );
}

/** Every HTTP call with its name and feature, for the server, the reference page and the tests. */
export const CALLS: readonly { name: string; feature: string; call: Call }[] = Object.entries(
  features,
).flatMap(([feature, exports]) =>
  Object.entries(exports).flatMap(([name, value]: [string, unknown]) =>
    isCall(value) ? [{ name, feature, call: value }] : [],
  ),
);
