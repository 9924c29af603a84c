import { readRecord } from '../server/areas/candidates/profile/stored-record.ts';
import { notFound, type ReadInput } from '../server/core/http/index.ts';
import { ENDPOINTS } from '../server/endpoints.ts';

// The service as it would be without stored records: it reads every record from the tables.

Object.assign(ENDPOINTS.find(({ id }) => id === 'candidate_get')!, {
  readText: async ({ db, tenantId, id, language }: ReadInput) => {
    const record = await readRecord(db, tenantId, id, language);
    if (record === undefined) throw notFound('Candidate');
    return record;
  },
});
await import('./service.ts');
