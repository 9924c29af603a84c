import { toStoredFileName } from '../../core/files/stored-file-name.ts';
import { type AnyEndpoint, defineEndpoint, notFound } from '../../core/http/index.ts';
import { BaseCreateResponse, BaseSuccessResponse } from '../../core/http/schema.ts';
import { CandidatePath, changeCandidate, lockCandidateRow } from '../candidates/index.ts';
import { EVENTS } from '../changes/index.ts';
import { detectMediaType } from '../documents/index.ts';
import { hasCommunication, insertAttachment, insertCommunication } from './queries.ts';
import { fileFaults, timeFaults } from './rules.ts';
import { AttachmentCreate, AttachmentPath, CommunicationCreate, MAXIMUM_ATTACHMENT_BYTES } from './schema.ts';

const COMMON = {
  audience: 'integration',
  area: 'Candidate communication',
  permission: 'communication:write',
} as const;

export const communicationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'communication_create',
    method: 'POST',
    path: '/candidates/{candidateId}/communications',
    summary: 'Record a communication with a candidate',
    description:
      'The candidate’s details list the communication. Triggers communication.created for the candidate, with communicationId in additionalData.',
    params: CandidatePath,
    body: CommunicationCreate,
    check: ({ body, now }) => timeFaults(body, now),
    success: { status: 200, description: 'The id of the communication.', schema: BaseCreateResponse },
    notFound: 'Candidate',
    creates: true,
    event: EVENTS.communicationCreated,
    examples: [
      {
        summary: 'An email to the candidate',
        body: {
          communicationTypeId: 2,
          subject: 'Interview on Monday',
          text: 'We look forward to meeting you.',
          direction: 'out',
        },
      },
    ],
    handle: ({ tenantId, params: { candidateId }, body, write }) =>
      write(async (db) => {
        await lockCandidateRow(db, tenantId, candidateId);
        const id = await insertCommunication(db, tenantId, candidateId, {
          communicationTypeId: body.communicationTypeId,
          subject: body.subject ?? null,
          text: body.text ?? null,
          direction: body.direction ?? null,
          userId: body.userId ?? null,
          occurredAt: body.occurredAtUtc ?? null,
        });
        await changeCandidate(db, tenantId, candidateId, EVENTS.communicationCreated, {
          properties: ['communications'],
          additionalData: { communicationId: id },
        });
        return { id };
      }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'communication_addAttachment',
    method: 'POST',
    path: '/candidates/{candidateId}/communications/{id}/attachments',
    summary: 'Add a file to a communication',
    description:
      'Every call adds another file. The candidate’s communications list the files without their contents. The request body is streamed, and the file is encrypted at rest.',
    params: AttachmentPath,
    body: AttachmentCreate,
    streams: {
      properties: ['file'],
      // Base64 adds a third. The rest leaves room for line breaks, which JSON escapes.
      maximumBodyBytes: 2 * MAXIMUM_ATTACHMENT_BYTES,
      maximumBytes: MAXIMUM_ATTACHMENT_BYTES,
      maximumCount: 1,
    },
    check: ({ body }) => fileFaults(body),
    success: { status: 200, description: 'Stored.', schema: BaseSuccessResponse },
    notFound: 'Candidate or communication',
    creates: true,
    event: EVENTS.candidateChanged,
    examples: [
      { summary: 'A text file', body: { filename: 'notiz.txt', file: 'data:text/plain;base64,Tm90aXo=' } },
    ],
    async handle({ tenantId, params: { candidateId, id }, body: { file, filename }, write }) {
      const mimeType = await detectMediaType(file.result.head);
      return write(async (db) => {
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, {
          properties: ['communications'],
        });
        if (!(await hasCommunication(db, tenantId, candidateId, id))) throw notFound('Communication');
        const attachment = { fileName: toStoredFileName(filename), mimeType, blob: file.result };
        await insertAttachment(db, tenantId, id, attachment);
        return { success: true };
      });
    },
  }),
];
