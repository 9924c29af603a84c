import type { SENT_DE } from './sent-de.ts';

export const SENT_EN: typeof SENT_DE = {
  differences: 'Different in the application than in the profile',
  inProfile: (value) => `in the profile: ${value}`,
  takeOver: 'Take over',
  takeOverNamed: (name) => `Take over ${name} into the profile`,
  takenOver: (name) => `${name}: now in the profile.`,
  notTakenOver: (name, value) => `${name}: not taken over, because the profile has “${value}” now.`,
  takeOverAnyway: 'Take over anyway',
  takenBack: (name) => `${name}: as before.`,
  allTakenOver: 'The profile now has everything from the application.',
  answers: 'Answers from the form',
  moreAnswers: (count) => (count === 1 ? '1 more answer' : `${count} more answers`),
  cut: 'The form had even more answers. Only the API has them.',
};
