import type { Readable } from 'node:stream';
import type { FinishedSealedBlob } from '../blobs/index.ts';
import { BlobTooLargeError } from '../blobs/index.ts';
import type { LargeHash } from '../blobs/large-hash.ts';
import { openPendingBlob, tryDiscardPendingBlobs } from '../blobs/pending.ts';
import type { Services } from '../services.ts';
import { blankMessage } from './base64-blanks.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { ApiError, type Fault, invalid, toShownPath } from './errors.ts';
import { MAXIMUM_NUMBER } from './exact-numbers.ts';
import { describeJsonFault } from './json-fault.ts';
import { TOO_DEEP, TOO_MANY_PARTS } from './json-structure.ts';
import { MAXIMUM_DEPTH } from './limits.ts';
import { readStreamedJson, type SpilledText, StreamedJsonError } from './streamed-json.ts';
import { type PathPattern, toPatternText } from './streamed-json-path.ts';

/** A Base64 property of a streamed body. Its contents are in the blob store, encrypted and not yet adopted. */
export type Upload = SpilledText & { result: FinishedSealedBlob };

const MAXIMUM_SKELETON_BYTES = 1024 * 1024;

/** The places of the files in a body, and its limits. */
export type BodyLimits = NonNullable<AnyEndpoint['streams']> & { files: readonly PathPattern[] };

interface StreamedBody {
  /** Undefined without a body. */
  value: unknown;
  faults: Fault[];
  /** SHA-256 of the raw body in hexadecimal. Empty without a hash. */
  sha256: string;
  /** Deletes the files that no record has adopted. Never rejects: the response to the call must not depend on it. */
  discard(): Promise<void>;
}

/**
 * Reads a body whose Base64 properties go to the blob store while they arrive. The rest of the body is at most 1 MiB. The body
 * itself goes to the hash, which is closed.
 */
export async function readStreamedBody(
  services: Services,
  tenantId: number,
  streams: BodyLimits,
  request: Readable,
  hash?: LargeHash,
): Promise<StreamedBody> {
  const keys: string[] = [];
  const discard = () => tryDiscardPendingBlobs(services, tenantId, keys);
  try {
    // If reading stops early, the iterator must not close the connection: the error response still has to be sent.
    const body = await readStreamedJson(request.iterator({ destroyOnReturn: false }), {
      spill: streams.files,
      maximumBodyBytes: streams.maximumBodyBytes,
      maximumSkeletonBytes: MAXIMUM_SKELETON_BYTES,
      maximumSpilledBytes: streams.maximumBytes,
      maximumSpills: streams.maximumCount,
      maximumDepth: MAXIMUM_DEPTH,
      exactNumbers: streams.exactNumbers,
      hash,
      async openSink() {
        if (await services.disk.isLow()) throw new ApiError('insufficientStorage');
        const { key, writer } = await openPendingBlob(services, tenantId, streams.maximumBytes);
        keys.push(key);
        return writer;
      },
    });
    const faults = body.refusedNumbers.map(numberFault);
    for (const { text, discarded } of body.spilled) {
      if (discarded) continue;
      if (!text.valid) faults.push({ property: text.path, code: 'format', message: formatMessage(text) });
      else if (text.bytes === 0)
        faults.push({ property: text.path, code: 'required', message: `${text.path} must not be empty.` });
    }
    return { value: body.value, faults, discard, sha256: (await hash?.digest()) ?? '' };
  } catch (error) {
    await discard();
    throw toApiError(error, streams);
  } finally {
    hash?.close();
  }
}

function formatMessage({ path, reason }: SpilledText): string {
  return reason === 'blank' ? blankMessage(path) : `${path} must be valid Base64.`;
}

function numberFault(property: string): Fault {
  const { characters, exponent } = MAXIMUM_NUMBER;
  const message = `${property} has a number with more than ${characters} characters, or with an exponent beyond ${exponent}. Send it as text.`;
  return { property, code: 'range', message };
}

function toApiError(error: unknown, streams: BodyLimits): unknown {
  if (!(error instanceof StreamedJsonError)) return error;
  switch (error.code) {
    case 'syntax':
      return new ApiError('malformedBody', { message: describeJsonFault(error.fault) });
    case 'aborted':
      return new ApiError('malformedBody');
    case 'tooDeep':
      return invalid(TOO_DEEP);
    case 'tooLarge': {
      if (error.limit === 'spilledText') {
        const property = error.path ?? '';
        return invalid({
          property,
          code: 'length',
          message: `${property} must decode to at most ${streams.maximumBytes} bytes. Send a smaller file.`,
        });
      }
      if (error.limit === 'spills') {
        const property = error.path ?? '';
        return invalid({
          property,
          code: 'length',
          message: `${property} has too many files. Send at most ${streams.maximumCount} in a request.`,
        });
      }
      if (error.limit === 'parts') return invalid(TOO_MANY_PARTS);
      if (error.limit === 'skeleton') return invalid(skeletonFault(error.path ?? '', streams));
      return new ApiError('bodyTooLarge');
    }
    case 'sink':
      if (error.cause instanceof BlobTooLargeError) return new ApiError('bodyTooLarge');
      return error.cause ?? error;
  }
}

/** Usually a file under a wrong name. A small one is ignored like any unknown property, so both are a 400. */
function skeletonFault(path: string, { files }: BodyLimits): Fault {
  const property = toShownPath(path);
  const rule = `must have at most ${MAXIMUM_SKELETON_BYTES} bytes beside its files`;
  return {
    property,
    code: 'length',
    message: `${property === '' ? `The body ${rule}` : `${property} is too long for the body, which ${rule}`}. Send a file as Base64 in ${files.map(toPatternText).join(' or ')}, and shorten other values.`,
  };
}
