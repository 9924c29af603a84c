import {
  body,
  date,
  decimal,
  id,
  line,
  list,
  name,
  nullable,
  oneOf,
  optional,
  record,
  type Static,
  Type,
} from '../../../core/http/schema.ts';

export const MATCHES = ['email', 'emailCanonical', 'phone', 'name', 'birthDate'] as const;

export const DuplicatesQuery = Type.Object({
  email: line('Email address to search for. Case does not matter.', {
    minLength: 1,
    examples: ['ada.muster@example.org'],
  }),
  firstName: Type.Optional(name('Extends the search to names that sound alike. Ignored without lastName.')),
  lastName: Type.Optional(name('Extends the search to names that sound alike. Ignored without firstName.')),
  birthDate: Type.Optional(
    date(
      'Raises the score of matches with this date of birth, lowers it of those with another one, and finds those who also have the name.',
    ),
  ),
  phone: Type.Optional(name('Extends the search to this phone number, in any notation.')),
});

/** What somebody has typed so far. */
export const DuplicateSearch = body('CandidateDuplicateSearchDto', {
  email: optional(line('Email address. Case does not matter.', { examples: ['ada.muster@example.org'] })),
  phone: optional(name('Phone number, in any notation.')),
  mobile: optional(name('Mobile number, in any notation. Each number is compared with all numbers.')),
  firstName: optional(name('Finds names that sound alike. Ignored without lastName.')),
  lastName: optional(name('Finds names that sound alike. Ignored without firstName.')),
});

export type DuplicateSearchBody = Static<typeof DuplicateSearch>;

export const DuplicatesResponse = record('CandidateDuplicatesResponse', {
  duplicates: list(
    record('CandidateDuplicateDto', {
      id: id('Id of the candidate.'),
      firstName: line('First name.'),
      lastName: line('Last name.'),
      email: nullable(line('Email address.')),
      city: nullable(line('City.')),
      score: decimal(
        'How likely the candidate is the same person, 0 to 1. At most 0.99, because no match proves it.',
        {
          minimum: 0,
          maximum: 1,
          examples: [0.95],
        },
      ),
      matchedOn: list(
        oneOf([...MATCHES], 'A kind of match.'),
        'The kinds of match. The more, the higher the score. email and emailCanonical count as one.',
      ),
    }),
    'Candidates that may be the same person, highest score first.',
  ),
});
