import { checkBlobs } from './blobs.ts';
import { checkDeliveries } from './deliveries.ts';
import type { Check, Evidence } from './evidence.ts';
import { checkMirror } from './mirror.ts';
import { checkDocuments, checkRecords } from './records.ts';
import { checkStoredRecords } from './stored-records.ts';
import { checkFeed, checkWindows } from './streams.ts';

const LISTED = 10;

/** Each check with what it proves. The order matters: see the first, and the windows step the clock. */
const CHECKS: Record<string, Check> = {
  'stored records': checkStoredRecords,
  'acknowledged writes': checkRecords,
  documents: checkDocuments,
  'stored objects': checkBlobs,
  deliveries: checkDeliveries,
  mirror: checkMirror,
  feed: checkFeed,
  windows: checkWindows,
  answers: async ({ observations, installation }) => [
    ...observations.findings,
    ...observations.errorIds.flatMap((id) =>
      installation.services.flatMap((service) => service.logLines(id)),
    ),
  ],
  processes: async ({ installation }) => installation.services.flatMap((service) => service.findings()),
  memory: async ({ memory }) => memory.findings(),
};

/** Everything that is wrong, each with the name of its check. A check that cannot be made is a finding. */
export async function judge(evidence: Evidence): Promise<string[]> {
  const findings: string[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const found = await check(evidence).catch((error: Error) => [`The check failed: ${error.message}`]);
    findings.push(...found.slice(0, LISTED).map((text) => `${name}: ${text}`));
    if (found.length > LISTED) findings.push(`${name}: and ${found.length - LISTED} more.`);
  }
  return findings;
}
