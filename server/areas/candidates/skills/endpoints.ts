import { type AnyEndpoint, defineEndpoint, invalid } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { findOrAddEntry } from '../../masterdata/index.ts';
import { changeCandidate, lockCandidateRow } from '../change-queries.ts';
import { hasEntry, removeEntry } from '../entry-queries.ts';
import { duplicateFault, IdPath, SUB_RECORD } from '../sub-record.ts';
import {
  findQualificationByName,
  findQualificationIds,
  hasKeyword,
  insertKeyword,
  insertLicence,
  insertProfession,
  putQualification,
} from './queries.ts';
import { licenceFaults, qualificationFaults, toLicence } from './rules.ts';
import {
  DriversLicenseCreate,
  DriversLicensePath,
  KeywordCreate,
  KeywordPath,
  ProfessionCreate,
  ProfessionPath,
  QualificationCreate,
  QualificationPath,
} from './schema.ts';

const DUPLICATE_PROFESSION = duplicateFault('professionId', 'profession');
const DUPLICATE_KEYWORD = duplicateFault('keyword', 'keyword');

export const skillEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_addProfession',
    method: 'POST',
    path: '/candidates/{id}/professions',
    summary: 'Add a profession to a candidate',
    description:
      'Returns the professionId from the request, which is also the id to remove the profession by. The id in professionObjects identifies the assignment. A profession that the candidate already has is rejected.',
    params: IdPath,
    body: ProfessionCreate,
    findWriteFaults: async ({ db, tenantId, params, body: { professionId } }) =>
      professionId !== undefined &&
      (await hasEntry(db, tenantId, params.id, 'professionObjects', professionId))
        ? [DUPLICATE_PROFESSION]
        : [],
    success: { status: 200, description: 'The professionId from the request.', schema: BaseCreateResponse },
    creates: true,
    examples: [{ summary: 'The main profession', body: { professionId: 27449, isPrimary: true } }],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        await changeCandidate(db, tenantId, params.id, EVENTS.candidateChanged, {
          properties: ['professionObjects'],
        });
        const added = await insertProfession(db, tenantId, params.id, {
          professionId: body.professionId,
          isPrimary: body.isPrimary ?? false,
          yearsOfExperience: body.yearsOfExperience ?? null,
        });
        if (!added) throw invalid(DUPLICATE_PROFESSION);
        return { id: body.professionId };
      }),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_deleteProfession',
    method: 'DELETE',
    path: '/candidates/{id}/professions/{professionId}',
    summary: 'Remove a profession from a candidate',
    description: 'Removes the assignment only. The profession stays in the catalog.',
    params: ProfessionPath,
    success: { status: 204, description: 'Removed.' },
    notFound: 'Candidate or profession',
    handle: ({ tenantId, params, write }) =>
      write((db) => removeEntry(db, tenantId, params.id, 'professionObjects', params.professionId)),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_setQualification',
    method: 'POST',
    path: '/candidates/{id}/qualifications',
    summary: 'Add a qualification to a candidate or change its score',
    description:
      'Send either qualificationId or name. A name that is not in the tenant’s list in either language is added to the list. A retired qualification is rejected, by id and by name, unless the candidate has it already. Sending a qualification again changes its score: null clears the score, and a missing score leaves it unchanged. Returns the qualificationId, which is also the id to remove the qualification by.',
    params: IdPath,
    body: QualificationCreate,
    check: ({ body }) => qualificationFaults(body),
    stored: async ({ db, tenantId, params }) => ({
      qualificationId: await findQualificationIds(db, tenantId, params.id),
    }),
    success: { status: 200, description: 'The qualificationId.', schema: BaseCreateResponse },
    creates: true,
    examples: [
      { summary: 'A qualification from the list', body: { qualificationId: 1, score: 4 } },
      { summary: 'A qualification by name', body: { name: 'Staplerschein', score: 4 } },
    ],
    handle: ({ tenantId, params, body: { qualificationId: sentId, name, score }, write }) =>
      write(async (db) => {
        await lockCandidateRow(db, tenantId, params.id);
        const qualificationId =
          sentId ??
          // First, because entries from before the names had one form can share a name, and the candidate can have either.
          (await findQualificationByName(db, tenantId, params.id, name!)) ??
          (await findOrAddEntry(db, tenantId, 'qualifications', name!));
        if (qualificationId === undefined) throw retiredQualification();
        if (await putQualification(db, tenantId, params.id, { qualificationId, score }))
          await changeCandidate(db, tenantId, params.id, EVENTS.candidateChanged, {
            properties: ['qualifications'],
          });
        return { id: qualificationId };
      }),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_deleteQualification',
    method: 'DELETE',
    path: '/candidates/{id}/qualifications/{qualificationId}',
    summary: 'Remove a qualification from a candidate',
    description: 'Removes the assignment only. The qualification stays in the list.',
    params: QualificationPath,
    success: { status: 204, description: 'Removed.' },
    notFound: 'Candidate or qualification',
    handle: ({ tenantId, params, write }) =>
      write((db) => removeEntry(db, tenantId, params.id, 'qualifications', params.qualificationId)),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_addDriversLicense',
    method: 'POST',
    path: '/candidates/{id}/driverslicences',
    summary: "Add a driver's license to a candidate",
    description:
      'Returns the driversLicenseId from the request, which is also the id to remove the licence by. The id in driversLicences identifies the assignment. A licence that the candidate already has is rejected.',
    params: IdPath,
    body: DriversLicenseCreate,
    check: ({ body }) => licenceFaults(body),
    async findWriteFaults({ db, tenantId, params, body }) {
      const { property, driversLicenseId } = toLicence(body);
      const isTaken =
        driversLicenseId !== undefined &&
        (await hasEntry(db, tenantId, params.id, 'driversLicences', driversLicenseId));
      return isTaken ? [duplicateFault(property, 'license')] : [];
    },
    success: {
      status: 200,
      description: 'The driversLicenseId from the request.',
      schema: BaseCreateResponse,
    },
    creates: true,
    examples: [{ summary: 'Class B', body: { driversLicenseId: 339, issuedAt: '2015-06-01' } }],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        await changeCandidate(db, tenantId, params.id, EVENTS.candidateChanged, {
          properties: ['driversLicences'],
        });
        const { property, driversLicenseId } = toLicence(body);
        const added = await insertLicence(db, tenantId, params.id, {
          driversLicenseId: driversLicenseId!,
          issuedAt: body.issuedAt ?? null,
          validUntil: body.validUntil ?? null,
        });
        if (!added) throw invalid(duplicateFault(property, 'license'));
        return { id: driversLicenseId! };
      }),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_deleteDriversLicense',
    method: 'DELETE',
    path: '/candidates/{candidateId}/driverslicences/{driversLicenseId}',
    summary: "Remove a driver's license from a candidate",
    params: DriversLicensePath,
    success: { status: 204, description: 'Removed.' },
    notFound: "Candidate or driver's license",
    handle: ({ tenantId, params: { candidateId, driversLicenseId }, write }) =>
      write((db) => removeEntry(db, tenantId, candidateId, 'driversLicences', driversLicenseId)),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_addKeyword',
    method: 'POST',
    path: '/candidates/{id}/keywords',
    summary: 'Add a keyword to a candidate',
    description:
      'A keyword that the candidate already has is rejected. Case, spaces, and the Unicode form do not matter.',
    params: IdPath,
    body: KeywordCreate,
    findWriteFaults: async ({ db, tenantId, params, body: { keyword } }) =>
      keyword !== undefined && (await hasKeyword(db, tenantId, params.id, keyword))
        ? [DUPLICATE_KEYWORD]
        : [],
    success: { status: 200, description: 'The id of the keyword.', schema: BaseCreateResponse },
    creates: true,
    examples: [{ summary: 'A keyword', body: { keyword: 'Schichtleiter' } }],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        await changeCandidate(db, tenantId, params.id, EVENTS.candidateChanged, { properties: ['keywords'] });
        const id = await insertKeyword(db, tenantId, params.id, body.keyword);
        if (id === undefined) throw invalid(DUPLICATE_KEYWORD);
        return { id };
      }),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_deleteKeyword',
    method: 'DELETE',
    path: '/candidates/{id}/keywords/{keywordId}',
    summary: 'Remove a keyword from a candidate',
    params: KeywordPath,
    success: { status: 204, description: 'Removed.' },
    notFound: 'Candidate or keyword',
    since: '3.5.0',
    handle: ({ tenantId, params, write }) =>
      write((db) => removeEntry(db, tenantId, params.id, 'keywords', params.keywordId)),
  }),
];

function retiredQualification() {
  return invalid({
    property: 'name',
    code: 'unknownReference',
    message:
      'name is a qualification that the tenant has retired. GET /masterdata/qualifications lists the others.',
  });
}
