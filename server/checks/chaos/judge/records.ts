import { pathOf } from '../followers.ts';
import { digestOf, type LedgerRecord } from '../ledger.ts';
import { type Check, eachOf, type TenantEvidence } from './evidence.ts';

interface Row {
  id: number;
  marker: string;
}

/** Every acknowledged write is there with its values, and every other one is there once and whole, or not at all. */
export const checkRecords: Check<TenantEvidence> = async (evidence) => {
  const findings: string[] = [];
  const { ledger, installation } = evidence;
  const rows: (Row & { entity: string })[] = await installation.database.sql(
    `SELECT 'candidate' AS entity, id, last_name AS marker FROM candidate WHERE tenant_id = $1
     UNION ALL SELECT 'company', id, name FROM company WHERE tenant_id = $1`,
    [installation.tenantId],
  );
  const byMarker = Map.groupBy(rows, ({ entity, marker }) => `${entity} ${marker}`);
  const known = new Set(ledger.records.map(({ entity, marker }) => `${entity} ${marker}`));
  for (const [name] of byMarker)
    if (!known.has(name)) findings.push(`${name} exists, but nobody created it.`);
  await eachOf(ledger.records, async (record) => {
    const name = `${record.entity} ${record.marker}`;
    const found = byMarker.get(name) ?? [];
    if (found.length > 1) findings.push(`${name} exists ${found.length} times.`);
    if (record.id !== undefined && found[0]?.id !== record.id)
      findings.push(`${name} was acknowledged with the id ${record.id} and is lost.`);
    else if (found[0] !== undefined) findings.push(...(await faultsOf(evidence, record, found[0].id)));
  });
  return findings;
};

async function faultsOf({ client }: TenantEvidence, record: LedgerRecord, id: number): Promise<string[]> {
  const name = `${record.entity} ${id}`;
  const answer = await client.get(pathOf(record.entity, id), { accepts: [404] });
  if (answer?.status !== 200)
    return [`${name} was acknowledged, and its read is answered with ${answer?.status}.`];
  const body = answer.json();
  const faults = record.isApplication ? applicationFaults(body) : versionFaults(body, record);
  if (record.entity === 'candidate') {
    if (!record.statuses.includes(body.statusId ?? null))
      faults.push(`has the status ${body.statusId}, expected ${record.statuses.join(' or ')}`);
    faults.push(...documentFaults(body.documents, record));
  }
  return faults.map((fault) => `${name} ${fault}.`);
}

// biome-ignore lint/suspicious/noExplicitAny: a body of the API.
function versionFaults(body: any, { entity, versions }: LedgerRecord): string[] {
  const second = entity === 'candidate' ? body.desiredPosition : body.name2;
  const values = [body.remarks, second, body.location?.city];
  if (new Set(values).size > 1) return [`shows parts of several writes: ${values.join(', ')}`];
  return versions.includes(body.remarks) ? [] : [`shows ${body.remarks}, expected ${versions.join(' or ')}`];
}

// biome-ignore lint/suspicious/noExplicitAny: a body of the API.
function applicationFaults(body: any): string[] {
  const isWhole =
    body.applies.length === 1 && body.documents.length === 1 && body.location?.city === 'Berlin';
  return isWhole
    ? []
    : [
        `is a part of an application: ${body.applies.length} applications, ${body.documents.length} documents`,
      ];
}

function documentFaults(
  listed: { id: number; sha256: string }[],
  { documents, unsureDocuments, isApplication }: LedgerRecord,
): string[] {
  const faults: string[] = [];
  const ids = new Set(listed.map(({ id }) => id));
  for (const id of documents.keys())
    if (!ids.has(id)) faults.push(`has lost the acknowledged document ${id}`);
  const unsure = [...unsureDocuments];
  for (const { id, sha256 } of listed) {
    if (documents.has(id)) continue;
    const index = unsure.indexOf(sha256);
    if (index >= 0) unsure.splice(index, 1);
    else if (!isApplication)
      faults.push(`has the document ${id}, which nobody uploaded or which is there twice`);
  }
  return faults;
}

/** The contents of every document are what was uploaded, byte for byte. */
export const checkDocuments: Check<TenantEvidence> = async ({ client, ledger, installation }) => {
  const findings: string[] = [];
  const expected = new Map(ledger.records.flatMap(({ documents }) => [...documents]));
  const ofApplications = new Map(
    ledger.records.flatMap((record) =>
      record.isApplication && record.id !== undefined
        ? [[record.id, record.unsureDocuments[0]!] as const]
        : [],
    ),
  );
  const rows: { id: number; candidate_id: number }[] = await installation.database.sql(
    'SELECT id, candidate_id FROM document WHERE tenant_id = $1',
    [installation.tenantId],
  );
  for (const { id, candidate_id: candidateId } of rows) {
    const digest = ofApplications.get(candidateId);
    if (digest !== undefined) expected.set(id, digest);
  }
  await eachOf(expected, async ([id, digest]) => {
    const answer = await client.get(`/candidates/export/documents/${id}/content`, { accepts: [404, 500] });
    if (answer?.status !== 200) findings.push(`The document ${id} cannot be read: ${answer?.status}.`);
    else if (digestOf(answer.bytes) !== digest) findings.push(`The document ${id} has other contents.`);
  });
  return findings;
};
