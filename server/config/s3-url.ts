import { isWebUrl } from '../core/text/web-url.ts';

/** The parts of an S3 BLOB_URL. */
export interface S3Location {
  bucket: string;
  /** Precedes every key. Empty, or ends with a slash. */
  prefix: string;
  /** Origin of the store. Undefined for AWS. */
  endpoint: string | undefined;
  region: string;
  /** Whether the bucket is in the path of the URL instead of its host name. */
  forcePathStyle: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/;
const MAXIMUM_PREFIX_LENGTH = 200;
const PARAMETERS = ['endpoint', 'region', 'forcePathStyle'];

/**
 * Parses `s3://bucket/prefix?endpoint=http://host:port&region=…&forcePathStyle=true`. Throws an Error whose message
 * completes "BLOB_URL …". The message does not repeat the URL, which may contain a secret by mistake.
 */
export function parseS3Url(text: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.protocol !== 's3:')
    throw new Error('must have the form s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…');
  if (url.username !== '' || url.password !== '')
    throw new Error('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead');
  if (!BUCKET.test(url.hostname) || url.port !== '')
    throw new Error('must name a bucket after s3://, with 3 to 63 characters a-z, 0-9, "-", and "."');
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  if (prefix !== '' && (!PREFIX.test(prefix) || prefix.length > MAXIMUM_PREFIX_LENGTH))
    throw new Error(
      'must have a prefix of at most 200 characters A-Z, a-z, 0-9, "-", and "_", in parts separated by "/"',
    );
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name) || url.searchParams.getAll(name).length > 1)
      throw new Error(`accepts only the parameters ${PARAMETERS.join(', ')}, each at most once`);
  }
  const endpoint = readEndpoint(url.searchParams.get('endpoint'));
  const region = url.searchParams.get('region') ?? (endpoint === undefined ? '' : 'us-east-1');
  if (!/^[a-z0-9-]+$/.test(region))
    throw new Error('must name the region of the bucket, such as region=eu-central-1');
  const pathStyle = url.searchParams.get('forcePathStyle') ?? 'false';
  if (pathStyle !== 'true' && pathStyle !== 'false')
    throw new Error('accepts only forcePathStyle=true or forcePathStyle=false');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region,
    forcePathStyle: pathStyle === 'true',
  };
}

function readEndpoint(text: string | null): string | undefined {
  if (text === null) return undefined;
  const url = isWebUrl(text) ? new URL(text) : undefined;
  if (url === undefined || `${url.origin}/` !== url.href)
    throw new Error('must have an http(s) origin as its endpoint, such as endpoint=https://s3.example.com');
  return url.origin;
}
