import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { candidateExport } from '../server/areas/candidates/overviews/queries.ts';
import { createPlainTable, newCandidate } from './barest-tables.ts';
import type { Environment } from './environment.ts';
import { formatRequest, measureLatency, median, readBytes, sendRequests } from './measure.ts';
import {
  byTurns,
  mapSides,
  measureUnits,
  medianReading,
  type PerSide,
  type Reading,
  SIDES,
  type Side,
  type SideName,
} from './sides.ts';

interface Extent {
  rounds: number;
  /** How long each side is measured in a round, or how many requests it gets. */
  until: { requests: number } | { seconds: number };
  /** Records that are changed before each round of first reads. */
  changedRecords: number;
  /** Requests in each round of the latency over one connection. */
  lonelyRequests: number;
}

export interface PathResult {
  name: string;
  unit: 'requests/s' | 'MB/s';
  readings: PerSide<Reading>;
  /** The least ratio that we want beside the limit with our SQL, and beside the barest one. */
  targets?: { limit?: number; barest?: number };
}

export interface LatencyResult {
  name: string;
  milliseconds: PerSide<number>;
}

interface RequestPath {
  name: string;
  targets?: PathResult['targets'];
  /** Without a path, a side is not measured. */
  pathOf(side: SideName, index: number): string | undefined;
  bodyOf?(index: number): string;
  /** Runs before each measurement and is not measured. */
  before?(side: SideName): Promise<void>;
  /** Instead of those of the extent. */
  until?: Extent['until'];
  /** Instead of 16. */
  connections?: number;
  /** Instead of one process of the service. */
  service?: Side;
}

/** Measures the paths of the bench, one after another. */
export class Paths {
  readonly #environment: Environment;
  readonly #sides: Record<SideName, Side>;
  readonly #extent: Extent;
  readonly #headers: Record<string, string>;
  #created = 0;

  constructor(environment: Environment, sides: Record<SideName, Side>, extent: Extent) {
    this.#environment = environment;
    this.#sides = sides;
    this.#extent = extent;
    this.#headers = { authorization: `Bearer ${environment.token}`, 'user-agent': 'bench/1.0' };
  }

  /** The body of the next creation. */
  readonly newBody = (): string => newCandidate(`${this.#created++}.${process.hrtime.bigint()}`);

  async requests(path: RequestPath): Promise<PathResult> {
    const { rounds, until } = this.#extent;
    const readings = await byTurns(
      rounds,
      this.#worksOf(path, async (name, request) => {
        await path.before?.(name);
        const side = (name === 'service' ? path.service : undefined) ?? this.#sides[name];
        return measureUnits(this.#environment, side, () =>
          sendRequests({
            port: side.port,
            otherPorts: side.otherPorts,
            request,
            until: path.until ?? until,
            connections: path.connections,
          }),
        );
      }),
    );
    const { name, targets } = path;
    return { name, unit: 'requests/s', readings: mapSides(readings, medianReading), targets };
  }

  /** One request at a time. */
  async latency(path: RequestPath): Promise<LatencyResult> {
    const { rounds, lonelyRequests } = this.#extent;
    const times = await byTurns(
      rounds,
      this.#worksOf(path, async (side, request) => {
        await path.before?.(side);
        return measureLatency(this.#sides[side].port, request, lonelyRequests);
      }),
    );
    return { name: path.name, milliseconds: mapSides(times, median) };
  }

  /** The first read of records that have just been changed, each read once. The changes are not measured. */
  firstReads({ first, count }: { first: number; count: number }): RequestPath {
    const { changedRecords } = this.#extent;
    const { query, tenantId } = this.#environment;
    let start = first;
    return {
      name: 'first read of a changed candidate',
      until: { requests: changedRecords },
      before: async (side) => {
        start = start + 2 * changedRecords > first + count ? first : start + changedRecords;
        // The service and the program with its SQL read the same table.
        if (side === 'service' || side === 'limit')
          await query(
            `UPDATE candidate SET remarks = 'changed' WHERE tenant_id = $1 AND id >= $2 AND id < $3`,
            [tenantId, start, start + changedRecords],
          );
        else
          await query('UPDATE barest.record SET body = body WHERE id >= $1 AND id < $2', [
            start,
            start + changedRecords,
          ]);
      },
      pathOf: (side, index) => readPath(side, start + (index % changedRecords)),
    };
  }

  /** Reads each candidate once, so that its record is stored. */
  async readAll(): Promise<void> {
    const { query, tenantId } = this.#environment;
    const rows = await query('SELECT id FROM candidate WHERE tenant_id = $1', [tenantId]);
    await sendRequests({
      port: this.#sides.service.port,
      request: (index) => formatRequest('GET', readPath('service', rows[index]!.id), this.#headers),
      until: { requests: rows.length },
    });
  }

  /** All candidates as lines, beside COPY of the same query and of a plain table with as many rows and bytes. */
  async transfer(
    what: 'list' | 'export',
    rows: number,
    targets?: PathResult['targets'],
    suffix = '',
  ): Promise<PathResult> {
    const path = what === 'list' ? '/v3/candidates' : '/v3/candidates/export/candidates';
    const environment = this.#environment;
    const { service, limit } = this.#sides;
    const bytes = await readBytes(service.port, path, this.#headers);
    await createPlainTable(environment, what, { rows, bytes });
    const { tenantId, databaseUrl } = environment;
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'copy' });
    await client.connect();
    const exported = candidateExport({ tenantId, period: {}, onlyVisible: false }, 'en');
    // The service makes these settings for each transaction.
    const settings = exported.settings.map((setting) => setting.replace('LOCAL ', ''));
    await client.query(
      [`SET TimeZone = 'UTC'`, ...settings, `SELECT set_config('app.tenant_id', '${tenantId}', false)`].join(
        '; ',
      ),
    );
    const copy = { pid: undefined, application: 'copy' };
    const kilobytes = (program: Side | typeof copy, read: () => Promise<number>) => () =>
      measureUnits(environment, program, async () => (await read()) / 1000);
    const readings = await byTurns<Reading>(this.#extent.rounds, {
      service: kilobytes(service, () => readBytes(service.port, path, this.#headers)),
      limit:
        what === 'list'
          ? kilobytes(limit, () => readBytes(limit.port, '/list', {}))
          : kilobytes(copy, () => copyBytes(client, `(${exported.query})`)),
      barest: kilobytes(copy, () => copyBytes(client, `barest.${what}`)),
    });
    await client.end();
    const toMegabytes = (reading: Reading): Reading => ({ ...reading, rate: reading.rate / 1000 });
    return {
      name: `${what} of all candidates${suffix}`,
      unit: 'MB/s',
      readings: mapSides(mapSides(readings, medianReading), toMegabytes),
      targets,
    };
  }

  #worksOf<T>(
    { pathOf, bodyOf }: RequestPath,
    work: (side: SideName, request: (index: number) => string) => Promise<T>,
  ): PerSide<() => Promise<T>> {
    const works: PerSide<() => Promise<T>> = {};
    const method = bodyOf === undefined ? 'GET' : 'POST';
    const headers =
      bodyOf === undefined ? this.#headers : { ...this.#headers, 'content-type': 'application/json' };
    for (const side of SIDES) {
      if (pathOf(side, 0) === undefined) continue;
      works[side] = () =>
        work(side, (index) => formatRequest(method, pathOf(side, index)!, headers, bodyOf?.(index)));
    }
    return works;
  }
}

export function readPath(side: SideName, id: number): string {
  return side === 'service' ? `/v3/candidates/${id}` : `/read/${id}`;
}

export function createPath(side: SideName): string {
  return side === 'service' ? '/v3/candidates' : '/create';
}

async function copyBytes(client: pg.Client, source: string): Promise<number> {
  let bytes = 0;
  for await (const chunk of client.query(copyTo(`COPY ${source} TO STDOUT`)))
    bytes += (chunk as Buffer).length;
  return bytes;
}
