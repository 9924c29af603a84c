import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

interface ObjectServer {
  configureBuckets(): Promise<void>;
  callback(): RequestListener;
  store: {
    listObjects(
      bucket: string,
      options: { prefix: string; startAfter: string; maxKeys: number },
    ): Promise<{ objects: { key: string; lastModifiedDate: Date }[]; isTruncated: boolean }>;
  };
}
// The package has no types.
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => ObjectServer;

const BUCKET = 'documents';
// The only valid credentials. The server checks signatures with them.
const ACCESS_KEY = 'S3RVER';

/** Objects per page of a list: few, so that a test gets a second page with few objects. */
export const LIST_PAGE = 10;

export interface StoreFailure {
  status: number;
  /** In the body. The error page of a proxy before a store has none. */
  code?: string | undefined;
  /** Only calls with this method fail. */
  method?: string;
}

export interface TestObjectStore {
  /** A value for BLOB_URL. Each call returns another prefix. */
  url(): string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Method and query of every request so far, such as "PUT ?partNumber=1". */
  requests: string[];
  /** Makes calls fail, until it is called without a failure. */
  fail(failure?: StoreFailure): void;
  /** Multipart uploads that are neither completed nor aborted. */
  unfinished(): Promise<number>;
  close(): Promise<void>;
}

/**
 * An S3-compatible server with an empty bucket, whose objects are below `directory`. It is s3rver with a front end that adds
 * the two operations on unfinished uploads that s3rver lacks, and lists, because s3rver encrypts its page tokens with a
 * cipher that Node no longer has. With the checksums that the client library adds by default, s3rver stores streamed bodies
 * with the framing of their chunks, so clients must send checksums only where required.
 */
export async function startObjectStore(directory: string): Promise<TestObjectStore> {
  const objects = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await objects.configureBuckets();
  const handle = objects.callback();
  const uploads = join(directory, BUCKET, '._S3rver_uploads');
  const requests: string[] = [];
  let failure: StoreFailure | undefined;

  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://localhost');
    const names = [...searchParams].filter(([name]) => name !== 'x-id').map(([name]) => name);
    requests.push(`${request.method} ${names.join('&')}`.trim());
    if (failure !== undefined && (failure.method ?? request.method) === request.method) {
      request.resume();
      sendFailure(response, failure);
      return;
    }
    const uploadId = searchParams.get('uploadId');
    if (request.method === 'DELETE' && uploadId !== null) void abortUpload(uploadId, response);
    else if (request.method === 'GET' && searchParams.has('uploads')) void listUploads(response);
    else if (request.method === 'GET' && searchParams.has('list-type'))
      void listObjects(searchParams, response);
    else handle(request, response);
  });

  async function abortUpload(uploadId: string, response: ServerResponse): Promise<void> {
    await rm(join(uploads, uploadId), { recursive: true, force: true });
    response.writeHead(204).end();
  }

  async function listObjects(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const page = await objects.store.listObjects(BUCKET, {
      prefix: query.get('prefix') ?? '',
      startAfter: query.get('continuation-token') ?? '',
      maxKeys: LIST_PAGE,
    });
    const entries = page.objects.map(
      ({ key, lastModifiedDate }) =>
        `<Contents><Key>${key}</Key><LastModified>${lastModifiedDate.toISOString()}</LastModified></Contents>`,
    );
    const token = page.isTruncated
      ? `<NextContinuationToken>${page.objects.at(-1)!.key}</NextContinuationToken>`
      : '';
    sendXml(
      response,
      `<ListBucketResult><IsTruncated>${page.isTruncated}</IsTruncated>${token}${entries.join('')}</ListBucketResult>`,
    );
  }

  async function listUploads(response: ServerResponse): Promise<void> {
    const entries = await Promise.all(
      (await uploadIds()).map(async (uploadId) => {
        const key = await readFile(join(uploads, uploadId, 'key'), 'utf8');
        const { birthtime } = await stat(join(uploads, uploadId));
        return `<Upload><Key>${key}</Key><UploadId>${uploadId}</UploadId><Initiated>${birthtime.toISOString()}</Initiated></Upload>`;
      }),
    );
    sendXml(
      response,
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListMultipartUploadsResult>`,
    );
  }

  function sendXml(response: ServerResponse, text: string): void {
    response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
  }

  const uploadIds = () => readdir(uploads).catch(() => []);

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: () =>
      `s3://${BUCKET}/${randomUUID()}?endpoint=${encodeURIComponent(endpoint)}&region=eu-central-1&forcePathStyle=true`,
    credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: ACCESS_KEY },
    requests,
    fail(next) {
      failure = next;
    },
    unfinished: async () => (await uploadIds()).length,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function sendFailure(response: ServerResponse, { status, code }: StoreFailure): void {
  const body = code === undefined ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}
