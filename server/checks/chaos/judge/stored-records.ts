import { pathOf } from '../followers.ts';
import { type Check, eachOf } from './evidence.ts';

/**
 * What is returned of a candidate is what is made anew from its tables. Must be the first check: those that read candidates
 * leave behind records that were stored after the faults.
 */
export const checkStoredRecords: Check = async ({ client, installation: { database, tenantId } }) => {
  const findings: string[] = [];
  const rows: { id: number }[] = await database.sql(
    'SELECT DISTINCT candidate_id AS id FROM candidate_record WHERE tenant_id = $1',
    [tenantId],
  );
  if (rows.length === 0) findings.push('No record was stored, so none was compared.');
  await eachOf(rows, async ({ id }) => {
    const read = async () => (await client.get(pathOf('candidate', id)))?.bytes.toString();
    const stored = await read();
    await database.sql('DELETE FROM candidate_record WHERE tenant_id = $1 AND candidate_id = $2', [
      tenantId,
      id,
    ]);
    if (stored !== (await read())) findings.push(`Candidate ${id} is stored as it was before a change.`);
  });
  return findings;
};
