import { invisibleHint, isEmail } from '../../../core/http/contact-data.ts';
import { type AnyEndpoint, defineEndpoint, type Fault } from '../../../core/http/index.ts';
import { toCanonicalEmail, toE164, toEmailMatch, toNameMatch } from '../profile/index.ts';
import { findDuplicates } from './queries.ts';
import { type Match, scoreOf } from './rules.ts';
import {
  DuplicateSearch,
  type DuplicateSearchBody,
  DuplicatesQuery,
  DuplicatesResponse,
  MATCHES,
} from './schema.ts';

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
      'Matches the email address regardless of case (email) and by mailbox (emailCanonical), ignoring plus tags and Gmail dots. With phone, it also finds the same number in any notation. Contact channels count like contact. With firstName and lastName, it also finds names that sound alike (Meyer/Maier, Müller/Mueller, Şahin/Sahin), in any script (Петров/Petrow), and in the English and the German spelling of Slavic names (Shevchenko/Schewtschenko). birthDate raises the score of a match, and finds the person among any number of others with such a name. Another name or date of birth than the one sent lowers the score. Users of the platform find only candidates with an application.',
    query: DuplicatesQuery,
    check: ({ query: { email, phone } }) => [
      // Without an address, the schema has found that it is missing.
      ...(email === undefined || isEmail(email) ? [] : [notAnAddress(email)]),
      ...(phone === undefined || toNumbers(phone).length > 0 ? [] : [NOT_A_NUMBER]),
    ],
    success: {
      status: 200,
      description: 'At most 50 candidates, highest score first.',
      schema: DuplicatesResponse,
    },
    etag: 'content',
    async handle({ services: { database }, tenantId, query, caller }) {
      const { email, phone, firstName, lastName, birthDate } = query;
      const found = await findDuplicates(database, tenantId, {
        emailMatch: toEmailMatch(email),
        emailCanonical: toCanonicalEmail(email),
        phonesE164: toNumbers(phone),
        ...toSounds(firstName, lastName),
        birthDate: birthDate ?? null,
        onlyVisible: caller.kind === 'user',
      });
      return toResponse(found);
    },
  }),
  defineEndpoint({
    id: 'candidate_searchDuplicates',
    method: 'POST',
    path: '/candidates/duplicates/search',
    audience: 'platform',
    area: 'Candidate overviews',
    permission: 'candidates:read',
    summary: 'Find candidates that may be the person who is being entered',
    description:
      'Like GET /candidates/duplicates, but everything can be absent, so that a form can ask while somebody types. What is not yet an email address or a phone number matches nothing. Finds only candidates with an application.',
    body: DuplicateSearch,
    success: {
      status: 200,
      description: 'At most 50 candidates, highest score first.',
      schema: DuplicatesResponse,
    },
    examples: [{ summary: 'A number in another notation', body: { mobile: '+49 151 23456789' } }],
    async handle({ services: { database }, tenantId, body }) {
      return toResponse(await findDuplicates(database, tenantId, toSearch(body)));
    },
  }),
];

/** No candidate has such a number. The check would be taken for one that also looked for it. */
const NOT_A_NUMBER: Fault = {
  property: 'phone',
  code: 'format',
  message: 'phone must be a phone number. Omit it to search without one.',
};

/** No candidate has such an address, so nothing would be found, and the caller would create the candidate again. */
function notAnAddress(email: string): Fault {
  const hint = email.includes(' ')
    ? ' In the query, a plus sign is sent as %2B, because + stands for a space.'
    : invisibleHint(email);
  return {
    property: 'email',
    code: 'format',
    message: `email must be an email address, such as ada@example.org.${hint}`,
  };
}

function toSearch({ email, phone, mobile, firstName, lastName }: DuplicateSearchBody) {
  const isAddress = email?.includes('@') === true;
  return {
    emailMatch: isAddress ? toEmailMatch(email) : null,
    emailCanonical: isAddress ? toCanonicalEmail(email) : null,
    phonesE164: toNumbers(phone, mobile),
    ...toSounds(firstName, lastName),
    birthDate: null,
    onlyVisible: true,
  };
}

/**
 * What the numbers can mean. Without a plus sign, 49 172 9925904 is a German number of an area that does not exist. It is also searched as
 * the one that was meant: in a query, a plus sign that is not encoded stands for a space.
 */
function toNumbers(...numbers: readonly (string | null | undefined)[]): string[] {
  return numbers.flatMap((number) => {
    if (number == null) return [];
    const meant = /^[1-9]/.test(number) ? [number, `+${number}`] : [number];
    return meant.flatMap((text) => toE164(text) ?? []);
  });
}

/** How the name sounds. A first or last name alone says nothing. A form sends an empty text for a field that is not filled in. */
function toSounds(firstName: string | null | undefined, lastName: string | null | undefined) {
  if (!firstName || !lastName) return { firstNameSound: null, lastNameSound: null };
  return { firstNameSound: toNameMatch(firstName), lastNameSound: toNameMatch(lastName) };
}

function toResponse(found: Awaited<ReturnType<typeof findDuplicates>>) {
  const duplicates = found.map(({ differsIn, ...candidate }) => {
    const matchedOn = MATCHES.filter((match) => candidate.matchedOn.includes(match as Match));
    return { ...candidate, matchedOn, score: scoreOf(matchedOn, differsIn) };
  });
  return {
    duplicates: duplicates.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, MAXIMUM_RESULTS),
  };
}
