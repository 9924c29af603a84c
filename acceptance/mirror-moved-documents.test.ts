import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../server/testing/harness.ts';
import { proposalMaker } from '../server/testing/makers/proposals.ts';
import { catchUp, differences, readMirror, readService } from './copies.ts';

// Documents go from one candidate to another one when two are merged or taken apart. A mirror that was not there meanwhile finds where
// they have gone, and that they are gone.

const service = await startTestService();
const { recruiter, candidate, post } = await proposalMaker(service);
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-mirror-'));
service.beforeClose(() => rm(directory, { recursive: true, force: true }));

async function merge(keptId: number, mergedCandidateId: number): Promise<number> {
  const { status, body, text } = await recruiter.post(`/candidates/${keptId}/merge`, { mergedCandidateId });
  assert.equal(status, 200, text);
  return body.id;
}

/** The id of the candidate that the merged one has become. */
async function takeApart(keptId: number, mergeId: number): Promise<number> {
  const { status, body, text } = await recruiter.post(`/candidates/${keptId}/merges/${mergeId}/undo`);
  assert.equal(status, 200, text);
  return body.candidateId;
}

for (const mode of ['feed', 'windows'] as const) {
  const target = join(directory, `${mode}.db`);
  const update = async () => {
    await service.settle();
    await catchUp(service, target, { refresh: true, mode });
  };
  const check = async () => assert.deepEqual(differences(await readService(service), readMirror(target)), []);

  /** A document that a mirror has with the first of two candidates, and that belongs to the other one now. */
  async function move(): Promise<{ documentId: number; to: number }> {
    const [kept, merged] = [await candidate(), await candidate()];
    const file = { filename: 'a.txt', base64File: btoa('text') };
    const documentId = await post(`/candidates/${merged}/documents/other`, file);
    const mergeId = await merge(kept, merged);
    await update();
    await check();
    return { documentId, to: await takeApart(kept, mergeId) };
  }

  test(`a mirror of the ${mode} has a document where it has gone`, async () => {
    await move();
    await update();
    await check();
  });

  test(`a mirror of the ${mode} has no document that was deleted after it has gone somewhere else`, async () => {
    const { documentId } = await move();
    assert.equal((await recruiter.delete(`/documents/${documentId}`)).status, 204);
    await update();
    await check();
  });

  test(`a mirror of the ${mode} has a document that has gone twice`, async () => {
    const { to } = await move();
    await merge(await candidate(), to);
    await update();
    await check();
  });
}
