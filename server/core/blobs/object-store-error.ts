import type { S3Location } from '../../config/s3-url.ts';
import { DocumentStoreError, type StoreAwayReason } from '../store-away.ts';

/**
 * The object store cannot be used. The message has the setting, what happened, and the way out. The code is that of the network or
 * of the store.
 */
export class ObjectStoreError extends DocumentStoreError {
  override readonly name = 'ObjectStoreError';
  readonly code: string;
  readonly reason: StoreAwayReason;
  constructor(
    reason: StoreAwayReason,
    message: string,
    { code, ...options }: { code: string } & ErrorOptions,
  ) {
    super(message, options);
    this.reason = reason;
    this.code = code;
  }
}

type Place = Pick<S3Location, 'bucket' | 'endpoint' | 'region'> & { setting?: string };

const SETTING = 'BLOB_URL';

interface SdkError extends Error {
  code?: string;
  /** How long the store was waited for, if it was silent: see limitTime. */
  limitMs?: number;
  $metadata?: { httpStatusCode?: number };
}

const SILENT = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
];
const UNRESOLVED = ['ENOTFOUND', 'EAI_AGAIN'];
/** What the library calls a response whose body does not name an error, as that to a HEAD request. */
const NAMELESS = ['Unknown', 'UnknownError', 'NotFound', 'Error', 'Forbidden'];
const OTHER_REGION = [
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
];
/** What stores say if a disk is full or a quota is used up, with statuses that say something else: MinIO 400, Ceph 403. */
const FULL = ['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded'];
const RIGHTS =
  's3:ListBucket, s3:ListBucketMultipartUploads, s3:GetObject, s3:PutObject, s3:DeleteObject, and s3:AbortMultipartUpload';

/** Explains an error of a call of the store. Returns errors unchanged that come neither from the network nor from the store. */
export function explainObjectStoreError(error: unknown, place: Place): unknown {
  if (!(error instanceof Error) || error instanceof ObjectStoreError) return error;
  const { $metadata: { httpStatusCode: status } = {}, name } = error as SdkError;
  // The library has no code for a connection that is not made in time.
  const code = (error as SdkError).code ?? (name === 'TimeoutError' ? 'ETIMEDOUT' : undefined);
  if (status === undefined && code === undefined) return error;
  if (status === undefined) {
    const silence = describe(place, explainNetwork(code!, (error as SdkError).limitMs));
    return new ObjectStoreError('unreachable', silence, { code: code!, cause: error });
  }
  const reason = status === 507 || FULL.includes(name) ? 'full' : 'failing';
  const response = describe(place, explainResponse(status, name, reason, place.setting));
  const shown = code ?? (NAMELESS.includes(name) ? `HTTP_${status}` : name);
  return new ObjectStoreError(reason, response, { code: shown, cause: error });
}

/** The store has contents, or responses, that no store of Stellwerk has. */
export function strangeStore(place: Place, what: string): ObjectStoreError {
  const problem = `${what}: it is not an S3-compatible store, or the prefix belongs to another program. Correct the endpoint, the bucket, or the prefix`;
  return new ObjectStoreError('failing', describe(place, problem), { code: 'STRANGE_STORE' });
}

/** `what` goes on after the store, and ends with the way out. */
function describe({ setting = SETTING, endpoint, region, bucket }: Place, what: string): string {
  return `${setting}: the object store at ${endpoint ?? `AWS, region ${region}`} (bucket ${bucket}) ${what}.`;
}

function explainNetwork(code: string, limitMs: number | undefined): string {
  if (SILENT.includes(code)) {
    const silence = limitMs === undefined ? 'does not respond' : `did not respond within ${limitMs} ms`;
    return `${silence} (${code}). Start it, or correct the endpoint`;
  }
  if (UNRESOLVED.includes(code))
    return `has a host that cannot be resolved (${code}). Correct the endpoint, or add forcePathStyle=true if the host has no name for each bucket`;
  return `cannot be reached (${code}). Check whether the endpoint has to begin with http or https, and the certificate of the store`;
}

function explainResponse(status: number, name: string, reason: StoreAwayReason, setting = SETTING): string {
  const shown = NAMELESS.includes(name) ? `HTTP status ${status}` : `HTTP status ${status}, ${name}`;
  if (reason === 'full') return `is full, or its quota is used up (${shown}). Make space, or raise the quota`;
  if (name === 'NoSuchBucket') return `does not have this bucket. Create it, or correct ${setting}`;
  if (status === 301 || OTHER_REGION.includes(name))
    return `has this bucket in another region (${shown}). Correct the region`;
  if (status === 401 || status === 403)
    return `rejects the keys, or they lack a right (${shown}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and the policy, which must allow ${RIGHTS}`;
  if (status >= 500) return `fails (${shown}). Look at its log, and try again`;
  return `rejects the call (${shown}). Check whether the endpoint is that of an S3-compatible store, and the bucket exists`;
}
