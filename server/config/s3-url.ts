/** A bucket of an S3-compatible store, as BLOB_URL names it. */
export interface S3Location {
  bucket: string;
  /** Before every key; empty or ending in a slash. */
  prefix: string;
  /** Origin of a store other than that of AWS. */
  endpoint: string | undefined;
  region: string;
  /** The bucket stands in the path of the address instead of its host name. */
  forcePathStyle: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/;
const MAXIMUM_PREFIX_LENGTH = 200;
const PARAMETERS = ['endpoint', 'region', 'forcePathStyle'];

/**
 * Reads `s3://bucket/prefix?endpoint=http://host:port&region=…&forcePathStyle=true`. Throws an Error whose message
 * completes "BLOB_URL …" and repeats nothing of the text, which may hold a secret by mistake.
 */
export function parseS3Url(text: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.protocol !== 's3:')
    throw new Error('must be of the form s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…');
  if (url.username !== '' || url.password !== '')
    throw new Error('must not hold credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!BUCKET.test(url.hostname) || url.port !== '')
    throw new Error('must name a bucket of 3 to 63 characters a-z, 0-9, - and . after s3://');
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  if (prefix !== '' && (!PREFIX.test(prefix) || prefix.length > MAXIMUM_PREFIX_LENGTH))
    throw new Error(
      'must have a prefix of at most 200 characters A-Z, a-z, 0-9, - and _ in parts joined by /',
    );
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name) || url.searchParams.getAll(name).length > 1)
      throw new Error(`takes only ${PARAMETERS.join(', ')} after the question mark, each once`);
  }
  const endpoint = readEndpoint(url.searchParams.get('endpoint'));
  const region = url.searchParams.get('region') ?? (endpoint === undefined ? '' : 'us-east-1');
  if (!/^[a-z0-9-]+$/.test(region))
    throw new Error('must name the region of the bucket, such as region=eu-central-1');
  const pathStyle = url.searchParams.get('forcePathStyle') ?? 'false';
  if (pathStyle !== 'true' && pathStyle !== 'false')
    throw new Error('takes forcePathStyle=true or forcePathStyle=false');
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
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href)
    throw new Error('must have an http(s) origin as its endpoint, such as endpoint=https://s3.example.com');
  return url.origin;
}
