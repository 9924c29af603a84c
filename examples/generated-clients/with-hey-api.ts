import { readConnection, requestToken, USER_AGENT } from './connection.js';
import { client } from './generated/hey-api/client.gen.js';
import {
  type CandidateCreateDto,
  candidateAddLanguage,
  candidateChange,
  candidateCreate,
  candidateGet,
} from './generated/hey-api/index.js';

// @hey-api/openapi-ts generates a function for every operation, and a small HTTP client.

const token = await requestToken();
client.setConfig({
  baseUrl: `${readConnection().origin}/v3`,
  auth: () => token,
  headers: { 'user-agent': USER_AGENT },
});

const candidate: CandidateCreateDto = {
  firstName: 'Ada',
  lastName: 'Muster',
  contact: { email: 'ada.muster@example.org' },
  birth: { date: '1990-04-30' },
};
const created = await candidateCreate({
  body: candidate,
  headers: { 'Idempotency-Key': 'with-hey-api' },
  throwOnError: true,
});
const { id } = created.data;

await candidateAddLanguage({
  path: { id },
  body: { languageId: 25, languageLevelId: 632 },
  throwOnError: true,
});
const changed = await candidateChange({ path: { candidateId: id }, body: { contact: { phone: null } } });

const read = await candidateGet({ path: { candidateId: id }, throwOnError: true });
const { firstName, contact, languages } = read.data;

const missing = await candidateGet({ path: { candidateId: 2147483647 } });
const rejected = await candidateCreate({ body: { ...candidate, firstName: '' } });

console.log(
  JSON.stringify({
    changed: changed.response?.status,
    name: firstName,
    email: contact.email,
    languages: languages.map(({ languageId }) => languageId),
    missing: missing.response?.status,
    faults: rejected.error?.validationErrors.map(({ property, code }) => `${property} ${code}`),
  }),
);
