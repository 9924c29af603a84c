import { type AnyEndpoint, defineEndpoint, invalid, notFound } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changeCandidate, lockCandidateRow } from '../change-queries.ts';
import { hasEntry, removeEntry } from '../entry-queries.ts';
import { aliasFaults, duplicateFault, IdPath, SUB_RECORD } from '../sub-record.ts';
import { findLanguage, insertLanguage, updateLanguageLevel } from './queries.ts';
import { LanguageCreate, LanguageLevelChange, LanguagePath } from './schema.ts';

const DUPLICATE = duplicateFault('languageId', 'language');

export const languageEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_addLanguage',
    method: 'POST',
    path: '/candidates/{id}/languages',
    summary: 'Add a language to a candidate',
    description:
      'Returns the languageId from the request, which is also the id to change or remove the language by. The id in the candidate’s languages identifies the assignment. The level is optional. A language that the candidate already has is rejected. Change its level instead.',
    params: IdPath,
    body: LanguageCreate,
    check: ({ body }) => aliasFaults(body, 'languageLevelId', 'levelId'),
    findWriteFaults: async ({ db, tenantId, params, body: { languageId } }) =>
      languageId !== undefined && (await hasEntry(db, tenantId, params.id, 'languages', languageId))
        ? [DUPLICATE]
        : [],
    success: { status: 200, description: 'The languageId from the request.', schema: BaseCreateResponse },
    creates: true,
    examples: [{ summary: 'English at B2', body: { languageId: 25, languageLevelId: 632 } }],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        await changeCandidate(db, tenantId, params.id, EVENTS.candidateChanged, {
          properties: ['languages'],
        });
        const { languageId, languageLevelId, levelId } = body;
        const language = { languageId, levelId: languageLevelId ?? levelId ?? null };
        if (!(await insertLanguage(db, tenantId, params.id, language))) throw invalid(DUPLICATE);
        return { id: languageId };
      }),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_changeLanguage',
    method: 'PUT',
    path: '/candidates/{candidateId}/languages/{languageId}',
    summary: 'Change the level of a candidate’s language',
    description: 'Sending the stored level again records no change and triggers no event.',
    params: LanguagePath,
    body: LanguageLevelChange,
    success: { status: 204, description: 'Changed, or no change was needed.' },
    async stored({ db, tenantId, params: { candidateId, languageId } }) {
      const stored = await findLanguage(db, tenantId, candidateId, languageId);
      return { levelId: stored?.language_level_id };
    },
    notFound: 'Candidate or language',
    examples: [{ summary: 'Raise the level to C1', body: { levelId: 633 } }],
    async handle({ tenantId, params: { candidateId, languageId }, body: { levelId }, write }) {
      await write(async (db) => {
        await lockCandidateRow(db, tenantId, candidateId);
        const stored = await findLanguage(db, tenantId, candidateId, languageId);
        if (stored === undefined) throw notFound('Language of the candidate');
        if (stored.language_level_id === levelId) return;
        await updateLanguageLevel(db, tenantId, candidateId, { languageId, levelId });
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, {
          properties: ['languages'],
        });
      });
    },
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_deleteLanguage',
    method: 'DELETE',
    path: '/candidates/{candidateId}/languages/{languageId}',
    summary: 'Remove a language from a candidate',
    params: LanguagePath,
    success: { status: 204, description: 'Removed.' },
    notFound: 'Candidate or language',
    handle: ({ tenantId, params: { candidateId, languageId }, write }) =>
      write((db) => removeEntry(db, tenantId, candidateId, 'languages', languageId)),
  }),
];
