import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { toCanonicalEmail, toE164, toEmailMatch, toPhoneticCode } from '../profile/index.ts';
import { findDuplicates } from './queries.ts';
import { type Match, scoreOf } from './rules.ts';
import { DuplicatesQuery, DuplicatesResponse, MATCHES } from './schema.ts';

const MAXIMUM_RESULTS = 50;

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
      'Matches the email address regardless of case (email) and by mailbox (emailCanonical), ignoring plus tags and Gmail dots. With phone, it also finds the same number in any notation. With firstName and lastName, it also finds names that sound alike (Meyer/Maier, Müller/Mueller, Şahin/Sahin). birthDate raises the score of a match. Users of the platform find only candidates with an application.',
    query: DuplicatesQuery,
    check: ({ query }) =>
      query.email.includes('@')
        ? []
        : [
            {
              property: 'email',
              code: 'format',
              message: 'email must be an email address, such as ada@example.org.',
            },
          ],
    success: {
      status: 200,
      description: 'At most 50 candidates, highest score first.',
      schema: DuplicatesResponse,
    },
    etag: 'content',
    async handle({ db, tenantId, query, caller }) {
      const { email, phone, firstName, lastName, birthDate } = query;
      const found = await findDuplicates(db, tenantId, {
        emailMatch: toEmailMatch(email),
        emailCanonical: toCanonicalEmail(email),
        phoneE164: phone === undefined ? null : toE164(phone),
        firstNameSound: firstName === undefined || lastName === undefined ? null : toPhoneticCode(firstName),
        lastNameSound: firstName === undefined || lastName === undefined ? null : toPhoneticCode(lastName),
        birthDate: birthDate ?? null,
        onlyVisible: caller.kind === 'user',
      });
      const duplicates = found.map((candidate) => {
        const matchedOn = MATCHES.filter((match) => candidate.matchedOn.includes(match as Match));
        return { ...candidate, matchedOn, score: scoreOf(matchedOn) };
      });
      return {
        duplicates: duplicates.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, MAXIMUM_RESULTS),
      };
    },
  }),
];
