import { discardDeleted } from '../../core/blobs/pending.ts';
import { changedColumns } from '../../core/db/partial-change.ts';
import { toStoredFileName } from '../../core/files/stored-file-name.ts';
import { pastFaults } from '../../core/http/contact-data.ts';
import { CONTENT_HEADERS, sendContents } from '../../core/http/contents.ts';
import { type AnyEndpoint, defineEndpoint, notFound } from '../../core/http/index.ts';
import { bodyLimitOfUpload } from '../../core/http/limits.ts';
import { BaseCreateResponse, BaseSuccessResponse } from '../../core/http/schema.ts';
import { CANDIDATE_MATCH, CandidatePath, changeCandidate, lockCandidateRow } from '../candidates/index.ts';
import { EVENTS } from '../changes/index.ts';
import { detectMediaType, insertAccess } from '../documents/index.ts';
import {
  deleteCommunication,
  findAttachment,
  findCommunication,
  hasCommunication,
  insertAttachment,
  insertCommunication,
  updateCommunication,
} from './queries.ts';
import { fileFaults, toColumns } from './rules.ts';
import {
  AttachmentContentPath,
  AttachmentCreate,
  AttachmentPath,
  CommunicationChange,
  CommunicationCreate,
  CommunicationPath,
  MAXIMUM_ATTACHMENT_BYTES,
} from './schema.ts';

const COMMON = {
  audience: 'integration',
  area: 'Candidate communication',
  permission: 'communication:write',
} as const;

const PLATFORM = { audience: 'platform', area: 'Candidate communication' } as const;

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
    ifMatch: CANDIDATE_MATCH,
    body: CommunicationCreate,
    check: ({ body, now }) => pastFaults(body, 'occurredAtUtc', now),
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
    ifMatch: CANDIDATE_MATCH,
    body: AttachmentCreate,
    streams: {
      maximumBodyBytes: bodyLimitOfUpload(MAXIMUM_ATTACHMENT_BYTES),
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
    async handle({ services, tenantId, params: { candidateId, id }, body: { file, filename }, write }) {
      const mimeType = await detectMediaType(services, tenantId, file.result);
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
  defineEndpoint({
    ...PLATFORM,
    id: 'communication_change',
    method: 'PUT',
    path: '/candidates/{candidateId}/communications/{communicationId}',
    permission: 'communication:write',
    summary: 'Change a communication',
    description:
      'Only the properties that you send change. Send null to clear a property; the kind cannot be cleared, and a time of null keeps the stored one. A body that changes nothing records no change and triggers no event.',
    params: CommunicationPath,
    ifMatch: CANDIDATE_MATCH,
    body: CommunicationChange,
    check: ({ body, now }) => pastFaults(body, 'occurredAtUtc', now),
    success: { status: 204, description: 'The communication has the values that were sent.' },
    notFound: 'Candidate or communication',
    event: EVENTS.candidateChanged,
    examples: [{ summary: 'Another subject', body: { subject: 'Interview on Tuesday' } }],
    async handle({ tenantId, params: { candidateId, communicationId }, body, write }) {
      await write(async (db) => {
        await lockCandidateRow(db, tenantId, candidateId);
        const stored = await findCommunication(db, tenantId, candidateId, communicationId);
        if (stored === undefined) throw notFound('Communication');
        const changed = changedColumns(stored, toColumns(body));
        if (Object.keys(changed).length === 0) return;
        await updateCommunication(db, tenantId, communicationId, changed);
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, {
          properties: ['communications'],
        });
      });
    },
  }),
  defineEndpoint({
    ...PLATFORM,
    id: 'communication_delete',
    method: 'DELETE',
    path: '/candidates/{candidateId}/communications/{communicationId}',
    permission: 'communication:write',
    summary: 'Delete a communication with its attachments',
    description: 'This cannot be undone. The contents of the attachments can no longer be read.',
    params: CommunicationPath,
    ifMatch: CANDIDATE_MATCH,
    success: { status: 204, description: 'Deleted.' },
    notFound: 'Candidate or communication',
    event: EVENTS.candidateChanged,
    async handle({ services, tenantId, params: { candidateId, communicationId }, write }) {
      const blobKeys = await write(async (db) => {
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, {
          properties: ['communications'],
        });
        const abandoned = await deleteCommunication(db, tenantId, candidateId, communicationId);
        if (abandoned === undefined) throw notFound('Communication');
        return abandoned;
      });
      await discardDeleted(services, tenantId, blobKeys);
    },
  }),
  defineEndpoint({
    ...PLATFORM,
    id: 'communication_readAttachment',
    method: 'GET',
    path: '/communications/{communicationId}/attachments/{attachmentId}/content',
    permission: 'communication:read',
    summary: 'Read the contents of an attachment',
    description:
      'Returns the bytes, with the media type detected from them. Every read, including a read of a range, is recorded in the access log.',
    params: AttachmentContentPath,
    success: {
      status: 200,
      description: 'The contents.',
      mediaType: '*/*',
      headers: CONTENT_HEADERS,
    },
    notFound: 'Attachment',
    etag: 'handler',
    ranges: true,
    async handle(context) {
      const { db, tenantId, caller, params } = context;
      const { communicationId, attachmentId } = params;
      const found = await findAttachment(db, tenantId, communicationId, attachmentId);
      if (found === undefined) throw notFound('Attachment');
      const { candidateId, blob, mimeType, fileName } = found;
      return sendContents(context, {
        blob,
        mimeType,
        fileName: fileName ?? `attachment-${attachmentId}`,
        ids: { attachmentId },
        record: (range) => {
          const kind = range === undefined ? 'content' : 'range';
          return insertAccess(db, tenantId, { attachmentId, candidateId, caller, kind });
        },
      });
    },
  }),
];
