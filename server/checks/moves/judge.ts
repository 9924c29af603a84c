import { checkDeliveries } from '../chaos/judge/deliveries.ts';
import type { Check, TenantEvidence } from '../chaos/judge/evidence.ts';
import { checkDocuments, checkRecords } from '../chaos/judge/records.ts';
import { checkFeed } from '../chaos/judge/streams.ts';
import { type LoadedTenant, SERVERS, type SpreadInstallation } from './installation.ts';

const LISTED = 10;

interface JudgeOptions {
  withWebhooks: boolean;
}

/** Everything that is wrong after the moves, each with the name of its check. */
export async function judge(installation: SpreadInstallation, options: JudgeOptions): Promise<string[]> {
  const findings = installation.services
    .flatMap((service) => service.findings())
    .map((text) => `processes: ${text}`);
  for (const tenant of installation.tenants)
    findings.push(...(await judgeTenant(installation, tenant, options)));
  return findings;
}

async function judgeTenant(
  installation: SpreadInstallation,
  tenant: LoadedTenant,
  { withWebhooks }: JudgeOptions,
): Promise<string[]> {
  const checks: Record<string, Check<TenantEvidence>> = {
    place: () => checkPlace(installation, tenant),
    'acknowledged writes': checkRecords,
    documents: checkDocuments,
    ...(withWebhooks ? { deliveries: checkDeliveries } : {}),
    feed: checkFeed,
    answers: async ({ observations: { findings, errorIds } }) => [
      ...findings,
      ...errorIds.flatMap((id) => installation.services.flatMap((service) => service.logLines(id))),
    ],
  };
  const findings: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const found = await check(installation.evidenceOf(tenant)).catch((error: Error) => [
      `The check failed: ${error.message}`,
    ]);
    findings.push(...found.slice(0, LISTED).map((text) => `${tenant.key}: ${name}: ${text}`));
  }
  return findings;
}

/** The rows are on one server, and both services find them there. */
async function checkPlace({ databases }: SpreadInstallation, { id, server, clients }: LoadedTenant) {
  const findings: string[] = [];
  for (const name of SERVERS) {
    const [row] = await databases[name].sql(
      `SELECT (SELECT count(*) FROM tenant WHERE id = $1)::int AS tenants,
              (SELECT count(*) FROM candidate WHERE tenant_id = $1)::int AS candidates,
              (SELECT count(*) FROM change_log WHERE tenant_id = $1)::int AS changes`,
      [id],
    );
    const isThere = row.tenants + row.candidates + row.changes > 0;
    if (isThere !== (name === server))
      findings.push(`The server "${name}" has ${JSON.stringify(row)}, and "${server}" has the tenant.`);
  }
  for (const client of clients) {
    const answer = await client.get('/candidates/export/candidates');
    if (answer?.status !== 200) findings.push(`A read after the moves was answered with ${answer?.status}.`);
  }
  return findings;
}

/** One line about what was done for a tenant. */
export function describeTenant({ key, observations, ledger, feed, receiver }: LoadedTenant): string {
  const statuses = [...observations.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  return [
    `${key}: ${observations.calls} calls (${statuses.join(', ')}, broken: ${observations.broken})`,
    `slowest ${(observations.slowestMs / 1000).toFixed(1)} s`,
    `${ledger.acknowledged} writes acknowledged, ${ledger.unsure} not`,
    `${feed.entries.length} changes in the feed`,
    `${receiver.calls.size} deliveries`,
  ].join('; ');
}
