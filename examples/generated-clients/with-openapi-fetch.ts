import createClient from 'openapi-fetch';
import { readConnection, requestToken, USER_AGENT } from './connection.js';
import type { components, paths } from './generated/types.js';

// openapi-typescript generates only types. openapi-fetch makes the calls and uses these types.

const api = createClient<paths>({
  baseUrl: `${readConnection().origin}/v3`,
  headers: { authorization: `Bearer ${await requestToken()}`, 'user-agent': USER_AGENT },
});

const candidate: components['schemas']['CandidateCreateDto'] = {
  firstName: 'Ada',
  lastName: 'Muster',
  contact: { email: 'ada.muster@example.org' },
  birth: { date: '1990-04-30' },
};
const created = await api.POST('/candidates', {
  body: candidate,
  params: { header: { 'Idempotency-Key': 'with-openapi-fetch' } },
});
if (created.data === undefined) throw new Error(created.error.message ?? 'The call failed.');
const { id } = created.data;

await api.POST('/candidates/{id}/languages', {
  params: { path: { id } },
  body: { languageId: 25, languageLevelId: 632 },
});
const changed = await api.PUT('/candidates/{candidateId}', {
  params: { path: { candidateId: id } },
  body: { contact: { phone: null } },
});

const read = await api.GET('/candidates/{candidateId}', { params: { path: { candidateId: id } } });
if (read.data === undefined) throw new Error(read.error.message ?? 'The call failed.');
const { firstName, contact, languages } = read.data;

const missing = await api.GET('/candidates/{candidateId}', { params: { path: { candidateId: 2147483647 } } });
const rejected = await api.POST('/candidates', { body: { ...candidate, firstName: '' } });

console.log(
  JSON.stringify({
    changed: changed.response.status,
    name: firstName,
    email: contact.email,
    languages: languages.map(({ languageId }) => languageId),
    missing: missing.response.status,
    faults: rejected.error?.validationErrors.map(({ property, code }) => `${property} ${code}`),
  }),
);
