import { candidateHistory } from '../../generated/operations.ts';
import { call } from './call.ts';

/** More changes than somebody has missed since the page was read. */
const ENTRIES = 50;
/** An entry of the history has another time than what was changed with it, because both are taken while the change is written. */
const WRITTEN_WITHIN_MS = 1000;

interface About {
  candidateId: number;
  /** One of them was changed. */
  properties: readonly string[];
  /** When it was changed, if that is known. Otherwise the newest change counts. */
  atUtc?: string;
}

/** The name of who changed a candidate. Undefined if it was nobody with a name, or if the user may not know. */
export async function findActor({ candidateId, properties, atUtc }: About): Promise<string | undefined> {
  // A message that says what happened is not held up by who it was.
  const found = await call(candidateHistory, { path: { candidateId }, query: { limit: ENTRIES } }).catch(
    () => undefined,
  );
  const changes = (found?.entries ?? []).filter(({ changedProperties }) =>
    changedProperties.some((property) => properties.includes(property)),
  );
  if (atUtc === undefined) return changes[0]?.actor?.name ?? undefined;
  const distanceMs = ({ changedAtUtc }: (typeof changes)[number]) =>
    Math.abs(Date.parse(changedAtUtc) - Date.parse(atUtc));
  const [closest] = changes.toSorted((a, b) => distanceMs(a) - distanceMs(b));
  const isIt = closest !== undefined && distanceMs(closest) <= WRITTEN_WITHIN_MS;
  return isIt ? (closest.actor?.name ?? undefined) : undefined;
}
