import type { Registry } from 'prom-client';
import { addInstallationGauges } from '../../../core/metrics/installation-gauges.ts';
import type { ObservedServer } from '../../../core/metrics/observer.ts';
import { readBacklog } from './queries.ts';

const BACKLOG = {
  search_changes_waiting: 'Changes that the search does not find yet.',
  search_oldest_change_seconds: 'Seconds since the oldest change was made that the search does not find yet.',
  search_backfills_waiting: 'Kinds of records of tenants that are indexed anew, as after an update.',
};

/** Gauges of what the search of the whole installation has still to index. */
export function addSearchGauges(registry: Registry, servers: readonly ObservedServer[]): void {
  const sources = servers.map(({ name, observer, services }) => ({
    name,
    observer,
    read: () => readBacklog(services.database.system),
  }));
  addInstallationGauges(registry, BACKLOG, sources);
}
