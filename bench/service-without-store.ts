import { readRecord } from '../server/areas/candidates/profile/stored-record.ts';
import { notFound, RawJson } from '../server/core/http/index.ts';
import { ENDPOINTS } from '../server/endpoints.ts';

// The service as it would be without stored records: it reads every record from the tables.

Object.assign(ENDPOINTS.find(({ id }) => id === 'candidate_get')!, {
  handle: async ({ db, tenantId, params, language }: never) => {
    const record = await readRecord(db, tenantId, (params as { candidateId: number }).candidateId, language);
    if (record === undefined) throw notFound('Candidate');
    return new RawJson(record);
  },
});
// The connections of the service that it is compared with.
process.argv.splice(4, 0, '8');
await import('./service.ts');
