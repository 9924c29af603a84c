import type { SENT_DE } from './sent-de.ts';

export const SENT_EN: typeof SENT_DE = {
  differences: 'Differs from the profile',
  inProfile: (value) => `in the profile: ${value}`,
  takeOver: 'Copy to profile',
  takeOverNamed: (name) => `Copy ${name} to the profile`,
  takenOver: (name) => `${name}: now in the profile.`,
  notTakenOver: (name, value) => `${name}: not copied, because the profile now says “${value}”.`,
  takeOverAnyway: 'Copy anyway',
  takenBack: (name) => `${name}: as before.`,
  allTakenOver: 'The profile now has everything from the application.',
  answers: 'Answers from the form',
  moreAnswers: (count) => (count === 1 ? '1 more answer' : `${count} more answers`),
  cut: 'The form had more answers. Only the API returns them.',
};
