import { type AnyEndpoint, defineEndpoint, getUser, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { CANDIDATE_MATCH, CandidatePath, changeCandidate, lockCandidateRow } from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { insertCommunication } from '../../communication/index.ts';
import { notify } from '../notifications/index.ts';
import { findRoles } from '../record-queries.ts';
import { insertMentions, listNotes } from './queries.ts';
import { NOTE_TYPE_ID, refuseUnsuitableMentions } from './rules.ts';
import { NoteCreate, NoteQuery, NotesResponse } from './schema.ts';

const COMMON = {
  audience: 'platform',
  area: 'Candidate communication',
  path: '/candidates/{candidateId}/notes',
  params: CandidatePath,
  notFound: 'Candidate',
} as const;

export const noteEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'candidateNote_list',
    method: 'GET',
    permission: 'communication:read',
    summary: 'List the notes about a candidate',
    description: 'Lists the communications of the type Note, also those that applications have recorded.',
    query: NoteQuery,
    success: { status: 200, description: 'A page of the notes.', schema: NotesResponse },
    etag: 'content',
    async handle({ db, tenantId, params, query }) {
      const notes = await listNotes(db, tenantId, params.candidateId, query);
      if (notes === undefined) throw notFound('Candidate');
      return new RawJson(notes);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidateNote_create',
    method: 'POST',
    permission: 'communication:write',
    summary: 'Write a note about a candidate',
    description:
      'Records a communication of the type Note by the caller, and notifies the users that it mentions. Triggers communication.created for the candidate, with communicationId in additionalData.',
    ifMatch: CANDIDATE_MATCH,
    body: NoteCreate,
    success: { status: 200, description: 'The id of the note.', schema: BaseCreateResponse },
    creates: true,
    event: EVENTS.communicationCreated,
    examples: [{ summary: 'A note without mentions', body: { text: 'Prefers the early shift.' } }],
    async handle({ tenantId, caller, params: { candidateId }, body, write }) {
      const { userId } = getUser(caller);
      const mentions = body.mentions ?? [];
      return write(async (db) => {
        await lockCandidateRow(db, tenantId, candidateId);
        if (mentions.length > 0) refuseUnsuitableMentions(mentions, await findRoles(db, tenantId, mentions));
        const note = { communicationTypeId: NOTE_TYPE_ID, subject: null, text: body.text, direction: null };
        const communication = { ...note, userId, occurredAt: null };
        const id = await insertCommunication(db, tenantId, candidateId, communication);
        await insertMentions(db, tenantId, id, mentions);
        await notify(db, tenantId, userId, mentions, { communicationId: id });
        await changeCandidate(db, tenantId, candidateId, EVENTS.communicationCreated, {
          properties: ['communications'],
          additionalData: { communicationId: id },
        });
        return { id };
      });
    },
  }),
];
