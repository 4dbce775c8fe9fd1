import type { OtherUser, OwnUser, Photo } from '@herenow/contract/entities';
import { ageOn } from '@herenow/contract/ages';
import { cellCentre } from '../../lib/cells.ts';
import type { Presence } from '../presence/index.ts';
import type { UserRow } from './store.ts';

export interface OwnParts extends OtherParts {
  blocked: string[];
  reported: string[];
  pinned: string[];
  rejected: string[];
}

/** Returns what the owner sees of a record: everything but the password. */
export function ownView(row: UserRow, parts: OwnParts, now: Date): OwnUser {
  return {
    ...otherView(row, parts, now),
    email: row.email,
    dateOfBirth: row.date_of_birth,
    status: parts.presence?.status ?? 'offline',
    emailValidated: row.email_validated,
    lastActiveAt: row.last_active_at.toISOString(),
    blockedUsers: parts.blocked,
    blockedByOthers: [],
    rejectedUsers: parts.rejected,
    reportedUsers: parts.reported,
    pinnedUsers: parts.pinned,
    favourites: [],
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
    registrationStep: row.registration_step,
    preferences: { maxDistanceKm: row.max_distance_km },
    notificationSettings: row.notification_settings,
  };
}

/** What the viewer may know of a user’s presence and place. */
export interface OtherParts {
  photos: Photo[];
  presence: Presence | undefined;
  cell: string | undefined;
}

export function otherView(row: UserRow, { photos, presence, cell }: OtherParts, now: Date): OtherUser {
  return {
    id: row.id,
    username: row.username,
    // The column accepts nothing but the pronouns of the contract.
    gender: row.gender as OtherUser['gender'],
    bio: row.bio,
    myTags: row.my_tags,
    photos,
    verified: row.verified_photo !== null,
    age: row.date_of_birth === null ? null : ageOn(row.date_of_birth, now),
    online: presence !== undefined,
    onlineUntil: presence?.onlineUntil?.toISOString() ?? null,
    location: cell === undefined ? null : cellCentre(cell),
  };
}
