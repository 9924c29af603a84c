import assert from 'node:assert/strict';
import { candidateJson } from '../areas/candidates/profile/record-sql.ts';
import { storedRecordSql } from '../areas/candidates/profile/stored-record.ts';
import type { Language } from '../core/http/index.ts';
import { eventually } from './another-process.ts';
import type { ApiResponse, PlatformApi, TestService } from './harness.ts';
import { makeBranch } from './makers/branches.ts';
import { jobAdMaker } from './makers/job-ads.ts';

export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
export const PDF = `data:application/pdf;base64,${Buffer.from('%PDF-1.7\nthe contents').toString('base64')}`;

// biome-ignore lint/suspicious/noExplicitAny: a record, whose properties the schema of the operation has.
export type Json = any;

/** The id that a successful call returns. */
export async function succeed(call: Promise<ApiResponse>): Promise<number> {
  const response = await call;
  assert.ok(response.status === 200 || response.status === 204, response.text);
  return response.body?.id;
}

/** Functions that fill and read candidates of the service's tenant, and compare what is stored with what the query returns. */
export async function recordReader(service: TestService, recruiter: PlatformApi) {
  const { api, id: tenantId } = service.tenant;
  const jobAds = jobAdMaker(recruiter, await makeBranch(service, 'Berlin'));

  const create = () => succeed(api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' }));

  async function fresh(id: number, language: Language = 'en'): Promise<string | undefined> {
    const [row] = await service.sql<{ body: string }>(
      `SELECT ${candidateJson(language, '$1')} AS body FROM candidate AS c WHERE c.tenant_id = $1 AND c.id = $2`,
      [tenantId, id],
    );
    return row?.body;
  }

  /** Whether the next read gets a stored record. */
  async function isStored(id: number, language: Language = 'en'): Promise<boolean> {
    const [row] = await service.sql<{ body: string | null }>(
      `SELECT ${storedRecordSql(tenantId, language)} AS body FROM candidate AS c WHERE c.tenant_id = $1 AND c.id = $2`,
      [tenantId, id],
    );
    return row !== undefined && row.body !== null;
  }

  /**
   * The row of the stored record, undefined if there is none. It is another one when the record was deleted and stored again, which a read
   * can do after its response.
   */
  async function storedRow(id: number): Promise<string | undefined> {
    const [row] = await service.sql<{ version: string }>(
      `SELECT concat(xmin, ' ', ctid) AS version FROM candidate_record
        WHERE tenant_id = $1 AND candidate_id = $2 AND language = 'en'`,
      [tenantId, id],
    );
    return row?.version;
  }

  /** Reads the record twice: the first time it is made, and stored soon, the second time it comes from the store. */
  async function read(id: number): Promise<Json> {
    const first = await api.get(`/candidates/${id}`);
    assert.equal(first.text, await fresh(id));
    // A candidate that somebody has locked at that moment is left to its next read.
    await eventually('the record is stored', async () => {
      if (await isStored(id)) return true;
      await api.get(`/candidates/${id}`);
      return false;
    });
    const second = await api.get(`/candidates/${id}`);
    assert.equal(second.text, first.text);
    assert.equal(second.headers.get('etag'), first.headers.get('etag'));
    return second.body;
  }

  /** Fills every list of the record. */
  async function createFull(): Promise<{ id: number; jobAdId: number; communicationId: number }> {
    const id = await create();
    const path = `/candidates/${id}`;
    const jobAdId = await jobAds.create();
    const communicationId = await succeed(api.post(`${path}/communications`, { communicationTypeId: 1 }));
    const parts: [string, unknown][] = [
      ['email', { email: 'ada@example.org' }],
      ['languages', { languageId: 25, languageLevelId: 632 }],
      ['professions', { professionId: 271 }],
      ['qualifications', { qualificationId: 1, score: 4 }],
      ['driverslicences', { driversLicenseId: 322 }],
      ['keywords', { keyword: 'Schicht' }],
      ['resume/jobs', { employer: 'Muster GmbH', position: 'Lageristin' }],
      ['resume/educations', { title: 'Ladungssicherung' }],
      ['resume/professioneducations', { institution: 'Berufsschule', profession: 'Fachkraft' }],
      ['resume/schooleducations', { school: 'Gesamtschule' }],
      [`communications/${communicationId}/attachments`, { file: PDF, filename: 'brief.pdf' }],
      ['pictures', { picture: PNG }],
      ['documents/cv', { base64File: Buffer.from('%PDF-1.7').toString('base64'), filename: 'cv.pdf' }],
      ['apply', { jobAdId, channelId: 28, recruiterId: recruiter.user.id }],
    ];
    for (const [part, body] of parts) await succeed(api.post(`${path}/${part}`, body));
    return { id, jobAdId, communicationId };
  }

  return { jobAds, create, createFull, isStored, storedRow, read };
}
