import type { SchemaDocumentUploadDto } from '../../generated/types.ts';
import { reportUnreachable } from '../connection.ts';
import { headersOfUser, toError, urlOf } from './call.ts';
import { UnreachableError } from './errors.ts';
import type { Operation } from './operation.ts';

type Upload = Operation<'document_upload'>;

interface UploadInput {
  path: { candidateId: number; documentCategory: string };
  file: File;
  body: Omit<SchemaDocumentUploadDto, 'base64File' | 'filename'>;
  /** The same key again returns what the first call created, and creates nothing more. */
  idempotencyKey: string;
  /** From 0 to 1. */
  onProgress(part: number): void;
}

/** Like `call`, for a file: `fetch` does not tell how much has been sent. */
export async function upload(
  operation: Upload,
  { path, file, body, idempotencyKey, onProgress }: UploadInput,
): Promise<void> {
  const base64File = await toDataUrl(file);
  const request = new XMLHttpRequest();
  request.open(operation.method, urlOf(operation.path, path));
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', 'application/json');
  request.setRequestHeader('idempotency-key', idempotencyKey);
  for (const [name, value] of Object.entries(headersOfUser(operation))) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  );
  await new Promise<void>((resolve, reject) => {
    request.addEventListener('load', () => resolve());
    request.addEventListener('error', () => reject(new UnreachableError()));
    request.send(JSON.stringify({ ...body, filename: file.name, base64File }));
  }).catch((error: unknown) => {
    reportUnreachable();
    throw error;
  });
  if (request.status < 200 || request.status >= 300) throw await toError(responseOf(request), operation.path);
}

function responseOf(request: XMLHttpRequest): Response {
  const requestId = request.getResponseHeader('x-request-id');
  return new Response(request.responseText, {
    status: request.status,
    headers: requestId === null ? {} : { 'x-request-id': requestId },
  });
}

export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
