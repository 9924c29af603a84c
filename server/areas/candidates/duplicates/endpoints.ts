import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { toCanonicalEmail, toE164, toEmailMatch, toSound } from '../profile/index.ts';
import { findDuplicates } from './queries.ts';
import { type Match, scoreOf } from './rules.ts';
import { DuplicatesQuery, DuplicatesResponse, MATCHES } from './schema.ts';

const MOST_ANSWERED = 50;

export const duplicateEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'candidate_findDuplicates',
    method: 'GET',
    path: '/candidates/duplicates',
    audience: 'integration',
    area: 'Candidate overviews',
    permission: 'candidates:read',
    summary: 'Find candidates that may be the same person',
    description:
      'Matches the e-mail address without regard to case (email) and by mailbox (emailCanonical: plus tags and the dots of Gmail left out). With phone, firstName and lastName it also finds the same number in any notation and names that sound alike (Meyer/Maier, Müller/Mueller, Şahin/Sahin). birthDate raises the score of what was found.',
    query: DuplicatesQuery,
    check: ({ query }) =>
      query.email.includes('@')
        ? []
        : [{ property: 'email', code: 'format', message: 'email must be an e-mail address.' }],
    success: { status: 200, description: 'At most 50 candidates, best first.', schema: DuplicatesResponse },
    etag: 'content',
    async handle({ db, tenantId, query }) {
      const { email, phone, firstName, lastName, birthDate } = query;
      const found = await findDuplicates(db, tenantId, {
        emailMatch: toEmailMatch(email),
        emailCanonical: toCanonicalEmail(email),
        phoneE164: phone === undefined ? null : toE164(phone),
        firstNameSound: firstName === undefined || lastName === undefined ? null : toSound(firstName),
        lastNameSound: firstName === undefined || lastName === undefined ? null : toSound(lastName),
        birthDate: birthDate ?? null,
      });
      const duplicates = found.map((candidate) => {
        const matchedOn = MATCHES.filter((match) => candidate.matchedOn.includes(match as Match));
        return { ...candidate, matchedOn, score: scoreOf(matchedOn) };
      });
      return {
        duplicates: duplicates.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, MOST_ANSWERED),
      };
    },
  }),
];
