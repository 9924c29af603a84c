import {
  date,
  decimal,
  id,
  line,
  list,
  name,
  nullable,
  oneOf,
  record,
  Type,
} from '../../../core/http/schema.ts';

export const MATCHES = ['email', 'emailCanonical', 'phone', 'name', 'birthDate'] as const;

export const DuplicatesQuery = Type.Object({
  email: line('E-mail address to look for; case does not matter.', {
    minLength: 3,
    examples: ['ada.muster@example.org'],
  }),
  firstName: Type.Optional(name('Widens the search to names that sound alike; together with lastName.')),
  lastName: Type.Optional(name('Widens the search to names that sound alike; together with firstName.')),
  birthDate: Type.Optional(date('Raises the score of a match with the same date of birth.')),
  phone: Type.Optional(name('Widens the search to this telephone number.')),
});

export const DuplicatesResponse = record('CandidateDuplicatesResponse', {
  duplicates: list(
    record('CandidateDuplicateDto', {
      id: id('Id of the candidate.'),
      firstName: line('First name.'),
      lastName: line('Last name.'),
      email: nullable(line('E-mail address.')),
      city: nullable(line('City.')),
      score: decimal('How likely it is the same person, 0 to 1.', {
        minimum: 0,
        maximum: 1,
        examples: [0.95],
      }),
      matchedOn: list(oneOf([...MATCHES], 'What matches.'), 'What matches; the score follows from it.'),
    }),
    'Candidates that may be the same person, the likeliest first.',
  ),
});
