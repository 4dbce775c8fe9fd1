import { MAX_DATE_IDEAS } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';

export const words = {
  next: 'Next Step',
  skip: 'Skip',
  save: 'Save',
  saving: 'Saving...',
  saveFailed: 'We couldn’t save this. Please try again.',
  preview: {
    title: 'Your card so far',
    name: 'Your name',
    empty: 'It fills in as you answer.',
  },
  profile: {
    title: 'Who are you?',
    name: 'Name',
    namePlaceholder: 'Nickname or your real one',
    pronouns: 'Pronouns',
    pronounsPlaceholder: 'Choose your pronouns',
    dateOfBirth: 'Date of birth',
    dateNote: 'We will only show your age, not full birthday!',
    tooYoung: refusals.tooYoung.text,
    tooYoungShort: 'You must be 18 years or older',
  },
  preferences: {
    title: 'What would your perfect date look like?',
    ideas: 'Date ideas',
    count: (selected: number) => `Your selection ${selected}/${MAX_DATE_IDEAS}`,
    anything: 'I am open to anything',
    allSelected: "You're open to anything! All date ideas are selected.",
  },
  distance: {
    title: 'How far would you go?',
    text: 'You’ll see people up to this far away. You can change this any time.',
    label: 'Distance',
    km: (km: number, last: boolean) => `${km}km${last ? '+' : ''}`,
    walking: 'Walking',
    bike: 'Bike',
    car: 'Car',
    other: "I'll figure it out...",
  },
  photos: {
    title: 'Add your photos',
    text: (max: number) => `Add up to ${max}. You need at least one, and it should show your face.`,
  },
  mine: {
    title: 'My Profile',
    photos: 'Photos',
    photosHint: 'People see the first one first. Use the menu on a photo to move it.',
    about: 'About you',
    bio: 'A few words about you',
    bioPlaceholder: 'What would you tell someone at the bar?',
    bioLeft: (left: number) =>
      left < 0 ? 'Too long' : left === 1 ? '1 character left' : `${left} characters left`,
    more: 'What you’re looking for',
    preview: 'See How Others See You',
    ideas: 'Date Ideas',
    ideasText: (count: number) =>
      count === 0 ? 'None chosen' : count > MAX_DATE_IDEAS ? 'Open to anything' : `${count} chosen`,
    distance: 'Distance',
    distanceText: (km: number | null, last: boolean) =>
      km === null ? 'Not chosen' : `Up to ${km}km${last ? '+' : ''}`,
    save: 'Save',
    saved: 'Your profile is saved.',
    unsaved: 'Not saved yet',
    leaveTitle: 'Leave without saving?',
    leaveText: 'Your changes here haven’t been saved.',
    stay: 'Keep Editing',
    discard: 'Discard Changes',
    photoNeeded: 'Please add at least one photo',
  },
} as const;
