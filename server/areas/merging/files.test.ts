import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { mergedMaker } from '../../testing/merged-candidates.ts';
import { PNG } from '../../testing/stored-records.ts';

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const maker = mergedMaker(service, api, recruiter);
const PICTURE = Buffer.from(PNG, 'base64');

/** The contents of everything that a candidate has as a file. */
async function filesOf(id: number) {
  const bytesOf = async (path: string) => {
    const response = await fetch(`${service.baseUrl}/platform${path}`, {
      headers: { cookie: recruiter.cookie, 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(response.status, 200, path);
    return Buffer.from(await response.arrayBuffer());
  };
  const { documents, communications, hasPicture } = (await api.get(`/candidates/${id}`)).body;
  const contents = new Map<string, Buffer>();
  for (const document of documents)
    contents.set(
      document.originalFileName,
      await bytesOf(`/candidates/export/documents/${document.id}/content`),
    );
  for (const { id: communicationId, attachments = [] } of communications)
    for (const attachment of attachments)
      contents.set(
        `attachment ${communicationId}`,
        await bytesOf(`/communications/${communicationId}/attachments/${attachment.id}/content`),
      );
  return { contents, picture: hasPicture ? await bytesOf(`/candidates/${id}/picture`) : undefined };
}

test('files of the merged candidate are read as before, also after taking apart', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  await maker.fill(kept, 1);
  await maker.fill(merged, 2);
  const before = [await filesOf(kept), await filesOf(merged)];
  assert.equal(before[1]!.contents.get('2.txt')?.toString(), 'text 2');
  assert.ok([...before[1]!.contents.keys()].some((name) => name.startsWith('attachment')));
  const { body } = await maker.merge(kept, { mergedCandidateId: merged });
  const united = await filesOf(kept);
  assert.deepEqual(united.picture, before[0]!.picture);
  assert.deepEqual(
    united.contents,
    new Map([...before[0]!.contents, ...before[1]!.contents, ['2.png', PICTURE]]),
  );
  const { candidateId } = (await maker.undo(kept, body.id)).body;
  assert.deepEqual([await filesOf(kept), await filesOf(candidateId)], before);
});
