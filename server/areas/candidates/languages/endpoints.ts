import { type AnyEndpoint, defineEndpoint, notFound } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changeCandidate, lockCandidateRow } from '../change.ts';
import { alreadyThere, IdPath, SUB_RECORD, spellingFaults } from '../sub-record.ts';
import { deleteLanguage, findLanguage, insertLanguage, updateLanguageLevel } from './queries.ts';
import { LanguageCreate, LanguageLevelChange, LanguagePath } from './schema.ts';

const ENTRY = 'Language of the candidate';

export const languageEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_addLanguage',
    method: 'POST',
    path: '/candidates/{id}/languages',
    summary: 'Add a language to a candidate',
    description:
      'Answers the languageId that was sent, which is also what changing and deleting take; the id in the candidate’s languages is that of the assignment. The level may be unknown. A language the candidate has already is refused: change its level instead.',
    params: IdPath,
    body: LanguageCreate,
    check: ({ body }) => spellingFaults(body, 'languageLevelId', 'levelId'),
    success: { status: 200, description: 'The languageId that was sent.', schema: BaseCreateResponse },
    creates: true,
    examples: [{ summary: 'English at B2', body: { languageId: 25, languageLevelId: 632 } }],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        await changeCandidate(db, tenantId, params.id, EVENTS.candidateChanged);
        const { languageId, languageLevelId, levelId } = body;
        const language = { languageId, levelId: languageLevelId ?? levelId ?? null };
        if (!(await insertLanguage(db, tenantId, params.id, language)))
          throw alreadyThere('languageId', 'language');
        return { id: languageId };
      }),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_changeLanguage',
    method: 'PUT',
    path: '/candidates/{candidateId}/languages/{languageId}',
    summary: 'Change the level of a candidate’s language',
    description: 'The level that is stored already leaves no trace in the change streams.',
    params: LanguagePath,
    body: LanguageLevelChange,
    success: { status: 204, description: 'Changed, or already as sent.' },
    notFound: 'Candidate or language entry',
    examples: [{ summary: 'C1 by now', body: { levelId: 633 } }],
    async handle({ tenantId, params: { candidateId, languageId }, body: { levelId }, write }) {
      await write(async (db) => {
        await lockCandidateRow(db, tenantId, candidateId);
        const stored = await findLanguage(db, tenantId, candidateId, languageId);
        if (stored === undefined) throw notFound(ENTRY);
        if (stored.language_level_id === levelId) return;
        await updateLanguageLevel(db, tenantId, candidateId, { languageId, levelId });
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged);
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
    notFound: 'Candidate or language entry',
    async handle({ tenantId, params: { candidateId, languageId }, write }) {
      await write(async (db) => {
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged);
        if (!(await deleteLanguage(db, tenantId, candidateId, languageId))) throw notFound(ENTRY);
      });
    },
  }),
];
