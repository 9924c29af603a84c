import assert from 'node:assert/strict';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { refused } from '../expect.ts';
import { candidate, PNG, unique } from '../given.ts';
import { access, client } from '../installation.ts';
import { token } from '../raw.ts';
import { rule } from '../rule.ts';

const MEGABYTE = 1024 * 1024;

/** The status for an application of this size that waits for 100 Continue before it sends its body. */
async function statusOfExpected(bytes: number): Promise<number> {
  const open = access.host.startsWith('https:') ? requestTls : request;
  const outgoing = open(`${access.host}/v3/candidates/applies/external`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${await token()}`,
      'user-agent': 'Mozilla/5.0 (Acceptance)',
      'content-type': 'application/json',
      'content-length': bytes,
      expect: '100-continue',
    },
  });
  try {
    return await new Promise((resolve, reject) => {
      outgoing.on('continue', () => resolve(100));
      outgoing.on('response', (response) => resolve(response.resume().statusCode!));
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
  } finally {
    outgoing.on('error', () => {}).destroy();
  }
}

rule('limits.applicationBody', 'An application of 100 MB is accepted, one more byte is not', async () => {
  assert.equal(await statusOfExpected(100 * MEGABYTE), 100);
  assert.equal(await statusOfExpected(100 * MEGABYTE + 1), 413);
});

rule('limits.document', 'A document of 25 MB is accepted, one more byte is not', async () => {
  const id = await candidate();
  const bytes = Buffer.alloc(25 * MEGABYTE, 'text ');
  await client.documents.uploadOther(id, { filename: 'large.txt', base64File: bytes });
  const { candidateDocuments } = await client.documents.listOfCandidate(id);
  assert.equal(candidateDocuments[0]!.sizeBytes, bytes.length);
  const oneMore = Buffer.concat([bytes, Buffer.from('.')]);
  await refused(client.documents.uploadOther(id, { filename: 'large.txt', base64File: oneMore }), {
    base64File: 'length',
  });
});

rule('limits.picture', 'A picture of 10 MB is accepted, one more byte is not', async () => {
  const id = await candidate();
  // Bytes after the end of an image are ignored.
  const bytes = Buffer.concat([PNG, Buffer.alloc(10 * MEGABYTE - PNG.length)]);
  await client.candidates.setPicture(id, { picture: bytes });
  const oneMore = Buffer.concat([bytes, Buffer.from('.')]);
  await refused(client.candidates.setPicture(id, { picture: oneMore }), { picture: 'length' });
});

rule('limits.texts', 'Texts that are too long are rejected', async () => {
  await candidate({
    lastName: 'x'.repeat(100),
    desiredPosition: 'x'.repeat(255),
    importExternalId: unique().padEnd(100, 'x'),
  });
  await refused(
    client.candidates.create({
      firstName: 'Ada',
      lastName: 'x'.repeat(101),
      desiredPosition: 'x'.repeat(256),
      importExternalId: 'x'.repeat(101),
    }),
    { lastName: 'length', desiredPosition: 'length', importExternalId: 'length' },
  );
});
