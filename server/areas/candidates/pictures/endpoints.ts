import type { FinishedSealedBlob } from '../../../core/blobs/index.ts';
import { toStoredFileName } from '../../../core/files/stored-file-name.ts';
import { CONTENT_HEADERS, sendContents } from '../../../core/http/contents.ts';
import { type AnyEndpoint, defineEndpoint, type Fault, notFound } from '../../../core/http/index.ts';
import { bodyLimitOfUpload } from '../../../core/http/limits.ts';
import { BaseSuccessResponse } from '../../../core/http/schema.ts';
import type { Services } from '../../../core/services.ts';
import { EVENTS } from '../../changes/index.ts';
import { changeCandidate, lockCandidateRow } from '../change-queries.ts';
import { CandidatePath } from '../profile/index.ts';
import { IdPath, SUB_RECORD } from '../sub-record.ts';
import { findPictureFault, type PictureFault } from './picture-file.ts';
import { findPicture, putPicture } from './queries.ts';
import { detectPicture } from './rules.ts';
import { MAXIMUM_PICTURE_BYTES, PictureCreate } from './schema.ts';

export const pictureEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_setPicture',
    method: 'POST',
    path: '/candidates/{id}/pictures',
    summary: 'Set the picture of a candidate',
    description:
      'A new picture replaces the previous one. Sending the same picture again records no change. The media type is detected from the contents, not taken from a data URL. A file that is cut off is rejected: its width and height must be readable, and its end must be present. The request body is streamed, and the picture is encrypted at rest.',
    params: IdPath,
    body: PictureCreate,
    streams: {
      maximumBodyBytes: bodyLimitOfUpload(MAXIMUM_PICTURE_BYTES),
      maximumBytes: MAXIMUM_PICTURE_BYTES,
      maximumCount: 1,
    },
    success: { status: 200, description: 'Stored.', schema: BaseSuccessResponse },
    creates: true,
    examples: [
      {
        summary: 'A PNG with one pixel',
        body: {
          picture:
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
          filename: 'ada.png',
        },
      },
    ],
    findFaults: ({ services, tenantId, body: { picture } }) =>
      pictureFaults(services, tenantId, picture?.result),
    async handle({ tenantId, params, body: { picture, filename }, write }) {
      // Detected in findFaults.
      const mimeType = (await detectPicture(picture.result.head))!;
      return write(async (db) => {
        await lockCandidateRow(db, tenantId, params.id);
        const stored = { fileName: toStoredFileName(filename), mimeType, blob: picture.result };
        if (await putPicture(db, tenantId, params.id, stored))
          await changeCandidate(db, tenantId, params.id, EVENTS.candidateChanged, {
            properties: ['hasPicture'],
          });
        return { success: true };
      });
    },
  }),
  defineEndpoint({
    id: 'candidate_readPicture',
    method: 'GET',
    path: '/candidates/{candidateId}/picture',
    audience: 'platform',
    area: 'Candidate details',
    permission: 'candidates:read',
    summary: 'Read the picture of a candidate',
    description:
      'Returns the bytes. The access log has no entry, because the picture is a part of the profile.',
    params: CandidatePath,
    success: {
      status: 200,
      description: 'The picture.',
      mediaType: '*/*',
      headers: CONTENT_HEADERS,
    },
    notFound: 'Candidate or picture',
    etag: 'handler',
    ranges: true,
    async handle(context) {
      const { db, tenantId, params } = context;
      const picture = await findPicture(db, tenantId, params.candidateId);
      if (picture === undefined) throw notFound('Candidate or picture');
      return sendContents(context, {
        blob: picture.blob,
        mimeType: picture.mimeType,
        fileName: picture.fileName ?? `candidate-${params.candidateId}`,
        ids: { candidateId: params.candidateId },
        record: async () => {},
      });
    },
  }),
];

const UNSUPPORTED = 'picture must be a JPEG, PNG, or WebP image.';
const FAULTS: Record<PictureFault, string> = {
  size: 'picture must have a readable width and height. The file is damaged, or only the beginning of a picture. Send the whole file.',
  end: 'picture must not be cut off. The end of the file is missing. Send the whole file.',
};

async function pictureFaults(
  { blobs }: Services,
  tenantId: number,
  blob: FinishedSealedBlob | undefined,
): Promise<Fault[]> {
  if (blob === undefined) return [];
  const mimeType = await detectPicture(blob.head);
  if (mimeType === undefined) return [pictureFault(UNSUPPORTED)];
  // Read again, because the first bytes do not tell whether the last ones came.
  const fault = await findPictureFault(mimeType, blob.sizeBytes, blobs.read(blob, { tenantId }));
  return fault === undefined ? [] : [pictureFault(FAULTS[fault])];
}

function pictureFault(message: string): Fault {
  return { property: 'picture', code: 'format', message };
}
