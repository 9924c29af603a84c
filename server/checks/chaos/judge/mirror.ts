import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { type Check, type Evidence, eachOf, fetchBody } from './evidence.ts';

/** The copy of the mirror equals the API, record by record. */
export const checkMirror: Check = async (evidence) => {
  const { mirror } = evidence;
  await mirror.catchUp();
  const findings = [...mirror.findings];
  const copy = readCopy(mirror.file);
  const served = await readService(evidence);
  for (const [name, record] of served)
    if (!isDeepStrictEqual(copy.get(name), record))
      findings.push(copy.has(name) ? `The mirror has other values of ${name}.` : `The mirror lacks ${name}.`);
  for (const name of copy.keys())
    if (!served.has(name)) findings.push(`The mirror has ${name}, the service does not.`);
  return findings;
};

function readCopy(file: string): Map<string, unknown> {
  const copy = new Map<string, unknown>();
  const database = new DatabaseSync(file, { readOnly: true });
  for (const entity of ['candidate', 'document', 'company'])
    for (const { id, record } of database.prepare(`SELECT id, record FROM ${entity}`).all())
      copy.set(`${entity} ${id}`, JSON.parse(String(record)));
  database.close();
  return copy;
}

/** All records, as any integrator can read them. */
async function readService({ client, installation }: Evidence): Promise<Map<string, unknown>> {
  const served = new Map<string, unknown>();
  for (const candidate of (await fetchBody(client, '/candidates/export/candidates')).candidates)
    served.set(`candidate ${candidate.id}`, candidate);
  const others: { entity: string; id: number }[] = await installation.database.sql(
    `SELECT 'document' AS entity, id FROM document WHERE tenant_id = $1
     UNION ALL SELECT 'company', id FROM company WHERE tenant_id = $1`,
    [installation.tenantId],
  );
  await eachOf(others, async ({ entity, id }) => {
    const path = entity === 'document' ? `/candidates/export/documents/${id}` : `/customers/${id}`;
    const answer = await client.get(path, { accepts: [500] });
    const { documentBlob: _, ...record } =
      answer?.status === 200 ? answer.json() : { unreadable: answer?.status };
    served.set(`${entity} ${id}`, record);
  });
  return served;
}
