import type { Client, Observations } from '../client.ts';
import type { Database } from '../database.ts';
import type { FeedReader, MirrorCopy, WindowReader } from '../followers.ts';
import type { Installation } from '../installation.ts';
import type { Ledger } from '../ledger.ts';
import type { MemoryWatch } from '../memory-watch.ts';
import type { Receiver } from '../receiver.ts';

/** What was written for a tenant, and where its rows are now. */
export interface TenantEvidence {
  installation: { tenantId: number; database: Pick<Database, 'sql'>; receiver: Receiver };
  /** Calls the API of the healed service. */
  client: Client;
  observations: Observations;
  ledger: Ledger;
  feed: FeedReader;
}

/** What the judge compares: the installation after the faults, and what everybody saw during them. */
export interface Evidence extends TenantEvidence {
  installation: Installation;
  windows: WindowReader;
  mirror: MirrorCopy;
  memory: MemoryWatch;
}

/** Returns what is wrong, one sentence each. */
export type Check<E = Evidence> = (evidence: E) => Promise<string[]>;

/** Calls the function for each item, a few at a time. */
export async function eachOf<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

/** A body that the healed service must return. */
// biome-ignore lint/suspicious/noExplicitAny: the judge reads properties of bodies that it knows.
export async function fetchBody(client: Client, path: string): Promise<any> {
  const answer = await client.get(path);
  if (answer?.status !== 200) throw new Error(`${path} was answered with ${answer?.status} after the faults`);
  return answer.json();
}

export async function stopEvidence({ mirror, client, memory, installation }: Evidence): Promise<void> {
  memory.stop();
  await mirror.close();
  client.close();
  await installation.stop();
}
