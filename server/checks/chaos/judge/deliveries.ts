import type { Check, TenantEvidence } from './evidence.ts';

const TRANSFERRED = 130;

interface LogEntry {
  id: string;
  eventId: number;
  entityId: number;
  sendStatusId: number | null;
}

/**
 * Every event of an acknowledged write was delivered with a valid signature, or the delivery log says that it was not. The
 * log claims no delivery that the receiver has not seen.
 */
export const checkDeliveries: Check<TenantEvidence> = async ({ client, ledger, installation }) => {
  const { receiver, database, tenantId } = installation;
  const findings = [...receiver.findings];
  const answer = await client.call('POST', '/webhooks/protocol', {
    body: { eventDateFromUtc: '2000-01-01T00:00:00Z', eventDateToUtc: '2100-01-01T00:00:00Z' },
  });
  const entries: LogEntry[] = answer?.status === 200 ? answer.json().events : [];
  const counts = new Map<string, number>();
  for (const { eventId, entityId } of entries)
    counts.set(`${eventId} ${entityId}`, (counts.get(`${eventId} ${entityId}`) ?? 0) + 1);
  for (const [key, count] of ledger.events)
    if ((counts.get(key) ?? 0) < count)
      findings.push(
        `The event ${key} was acknowledged ${count} times, the delivery log has ${counts.get(key) ?? 0}.`,
      );
  for (const { id, eventId, entityId, sendStatusId } of entries)
    if (sendStatusId === TRANSFERRED && !receiver.calls.get(id)?.isAccepted)
      findings.push(
        `The delivery ${id} of ${eventId} ${entityId} is logged as transferred, but never arrived.`,
      );
  const logged = new Set(entries.map(({ id }) => id));
  for (const { id } of receiver.calls.values())
    if (!logged.has(id)) findings.push(`The delivery ${id} arrived, but is not in the log.`);
  const types = new Map<number, number>();
  for (const { eventId } of entries) types.set(eventId, (types.get(eventId) ?? 0) + 1);
  const events: { type: number; count: number }[] = await database.sql(
    `SELECT event_type_id AS type, count(*)::int AS count FROM change_log
      WHERE tenant_id = $1 AND event_type_id IS NOT NULL GROUP BY event_type_id`,
    [tenantId],
  );
  for (const { type, count } of events)
    if (types.get(type) !== count)
      findings.push(`There are ${count} events ${type}, the delivery log has ${types.get(type) ?? 0}.`);
  return findings;
};
