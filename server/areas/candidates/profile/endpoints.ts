import { changedColumns } from '../../../core/db/partial-change.ts';
import {
  type AnyEndpoint,
  ApiError,
  defineEndpoint,
  invalid,
  notFound,
  RawJson,
  type ReadInput,
  type RecordText,
} from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import {
  addressFaults,
  changedAddressFaults,
  changeLocation,
  refinesCoordinates,
} from '../../addresses/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { CANDIDATE_MATCH } from '../sub-record.ts';
import { toColumns } from './columns.ts';
import { findMergedInto } from './deletion-queries.ts';
import { findCandidate } from './first-reads.ts';
import { findImportIdFaults } from './import-id-queries.ts';
import { CANDIDATE_CREATION, lockCandidate, toNewCandidate, updateCandidate } from './queries.ts';
import { CandidateRecord } from './record-schema.ts';
import { candidateFaults } from './rules.ts';
import { CandidateChange, CandidateCreate, CandidatePath } from './schema.ts';
import { readRecord } from './stored-record.ts';

const COMMON = { audience: 'integration', area: 'Candidate details' } as const;

export const profileEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'candidate_create',
    method: 'POST',
    path: '/candidates',
    permission: 'candidates:write',
    summary: 'Create a candidate',
    description:
      'Stores the profile. Recruiters see the candidate only after its first application, so record the application in the same process. A duplicate is not rejected. Possible-Duplicates lists up to five candidates with the same mailbox.',
    body: CandidateCreate,
    check: ({ body, now }) => candidateFaults(body, now),
    findWriteFaults: ({ db, tenantId, body, caller }) => findImportIdFaults(db, tenantId, { body, caller }),
    success: {
      status: 200,
      description: 'The id of the candidate.',
      schema: BaseCreateResponse,
      headers: {
        'possible-duplicates':
          'Comma-separated ids of candidates with the same mailbox: first those with it in contact.email, most recently changed first, then those that have it only as a contact channel.',
      },
    },
    creates: true,
    isDirect: true,
    event: EVENTS.candidateCreated,
    examples: [
      {
        summary: 'A candidate with a typical profile',
        body: {
          firstName: 'Ada',
          lastName: 'Muster',
          salutationId: 2,
          birth: { date: '1990-05-17' },
          contact: { email: 'ada.muster@example.org', mobile: '0151 23456789' },
          location: { street: 'Hauptstraße 5', zipCode: '10115', city: 'Berlin', countryId: 276 },
          availability: { weeklyHours: 38.5, shiftWork: true },
        },
      },
    ],
    async handle({ body, services, setHeader, writeBatched }) {
      const candidate = toNewCandidate(body, {
        refinesCoordinates: refinesCoordinates(services.settings),
      });
      return writeBatched(CANDIDATE_CREATION, candidate, ({ id, possibleDuplicates }) => {
        if (possibleDuplicates.length > 0) setHeader('possible-duplicates', possibleDuplicates.join(', '));
        return { id };
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidate_change',
    method: 'PUT',
    path: '/candidates/{candidateId}',
    permission: 'candidates:write',
    summary: 'Change the profile of a candidate',
    description:
      'Changes only the properties sent, including those inside contact, location, birth, and the other sub-objects. Null clears a property. If contact.email or contact.mobile changes, the email or SMS channel with the new address becomes the primary one, or none is. Languages, professions, qualifications, and licences have separate operations. A body that changes nothing records no change and triggers no event.',
    params: CandidatePath,
    ifMatch: CANDIDATE_MATCH,
    body: CandidateChange,
    check: ({ body, now }) => candidateFaults(body, now),
    findWriteFaults: async ({ db, tenantId, params: { candidateId: id }, body, caller, faulty }) => [
      ...(await findImportIdFaults(db, tenantId, { body, caller, id })),
      ...(await changedAddressFaults(db, tenantId, { table: 'candidate', id }, body, faulty)),
    ],
    success: { status: 204, description: 'Changed, or no change was needed.' },
    async stored({ db, tenantId, params }) {
      const candidate = await readRecord(db, tenantId, params.candidateId, 'en');
      return candidate === undefined ? undefined : JSON.parse(candidate.text);
    },
    notFound: 'Candidate',
    event: EVENTS.candidateChanged,
    examples: [
      {
        summary: 'Change only the mobile number',
        body: { contact: { mobile: '0160 1234567' } },
      },
    ],
    async handle(context) {
      const { services, tenantId, params, body } = context;
      await context.write(async (db) => {
        const stored = await lockCandidate(db, tenantId, params.candidateId);
        if (stored === undefined) throw notFound('Candidate');
        const address = changeLocation(stored, body.location);
        const faults = addressFaults(
          address === undefined ? {} : { zipCode: address.zip_code, countryId: address.country_id },
          body.location,
        );
        if (faults.length > 0) throw invalid(...faults);
        const changed = changedColumns(stored, {
          ...toColumns(body),
          ...address,
          ...(body.createdAtUtc == null ? {} : { created_at: body.createdAtUtc }),
        });
        if (Object.keys(changed).length > 0)
          await updateCandidate(db, tenantId, stored, changed, {
            refinesCoordinates: refinesCoordinates(services.settings),
          });
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidate_get',
    method: 'GET',
    path: '/candidates/{candidateId}',
    permission: 'candidates:read',
    summary: 'Get a candidate with all its details',
    description:
      'candidates:read suffices for the whole record: its applications, its communications with their texts, and the list of its documents, without their contents. For a candidate that was merged into another one, the message of the 404 has the id of the candidate that has its data now.',
    params: CandidatePath,
    success: { status: 200, description: 'The candidate.', schema: CandidateRecord },
    notFound: 'Candidate',
    etag: 'content',
    readText,
    isLocalized: true,
    async handle({ services, db, tenantId, params, language, leaveTurn }) {
      const id = params.candidateId;
      const { text, entityTag } = await readText({ services, db, tenantId, id, language, leaveTurn });
      return new RawJson(text, entityTag);
    },
  }),
];

async function readText(input: ReadInput): Promise<RecordText> {
  const candidate = await findCandidate(input.services, input);
  if (candidate === undefined) throw await toMissing(input);
  return candidate;
}

/** The 404 of a candidate. If it was merged, the message says which one has its data. */
async function toMissing({ db, tenantId, id }: ReadInput): Promise<ApiError> {
  const mergedIntoId = await findMergedInto(db, tenantId, id);
  if (mergedIntoId === undefined) return notFound('Candidate');
  return new ApiError('recordNotFound', {
    message: `Candidate not found: it was merged into candidate ${mergedIntoId}. Read that candidate instead.`,
  });
}
