import type { Check } from './evidence.ts';

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
export const checkDeliveries: Check = async ({ client, ledger, installation }) => {
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
  const events: { event: string; count: number }[] = await database.sql(
    `SELECT event_type_id || ' ' || entity_id AS event, count(*)::int AS count FROM event WHERE tenant_id = $1 GROUP BY 1`,
    [tenantId],
  );
  for (const { event, count } of events)
    if (counts.get(event) !== count)
      findings.push(`There are ${count} events ${event}, the delivery log has ${counts.get(event) ?? 0}.`);
  return findings;
};
