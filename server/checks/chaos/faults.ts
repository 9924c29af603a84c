import type { StoreFailure } from '../../testing/object-store.ts';
import { FURTHEST_CLOCK_MS, signal } from './database.ts';
import type { Installation, Layout } from './installation.ts';
import type { Random } from './random.ts';

type Heal = () => unknown;

interface Fault {
  /** Two faults of one target never overlap. */
  target: 'service' | 'database' | 'store' | 'receiver' | 'door' | 'clock';
  /** The shortest and the longest duration. */
  seconds: [number, number];
  /** Where it is possible. Default: everywhere. */
  where?(layout: Layout, canMount: boolean): boolean;
  apply(installation: Installation, random: Random, seconds: number): Promise<Heal> | Heal;
}

const MINUTE_MS = 60_000;
const nothing = () => {};

/** How a store responds if it fails, gets too many calls, no longer accepts the keys, or is full. */
const STORE_FAILURES: readonly StoreFailure[] = [
  { status: 500, code: 'InternalError' },
  { status: 503, code: 'SlowDown' },
  { status: 403, code: 'AccessDenied' },
  { status: 507, code: 'XMinioStorageFull', method: 'PUT' },
];

/** Everything that the suite can break, by its name in plans and reports. */
export const FAULTS = {
  'kill a process': {
    target: 'service',
    seconds: [0, 1],
    apply: async (installation, random) => {
      for (const pid of await pickWorkers(installation, random)) signal(pid, 'SIGKILL');
      return nothing;
    },
  },
  'freeze a process': {
    target: 'service',
    seconds: [2, 10],
    apply: async (installation, random) => {
      const frozen = await pickWorkers(installation, random);
      for (const pid of frozen) signal(pid, 'SIGSTOP');
      return () => frozen.forEach((pid) => void signal(pid, 'SIGCONT'));
    },
  },
  'kill the supervisor': {
    target: 'service',
    seconds: [3, 6],
    apply: async ({ services }, random) => {
      await random.pick(services).kill();
      return nothing;
    },
  },
  'freeze the supervisor': {
    target: 'service',
    seconds: [2, 8],
    apply: async ({ services }, random) => {
      const { primary } = await random.pick(services).processes();
      if (primary === undefined) return nothing;
      signal(primary, 'SIGSTOP');
      return () => signal(primary, 'SIGCONT');
    },
  },
  'kill the database': {
    target: 'database',
    seconds: [1, 6],
    apply: async ({ database }, _random, seconds) => {
      await database.kill(seconds * 1000);
      return () => database.ready();
    },
  },
  'freeze the database': {
    target: 'database',
    seconds: [3, 40],
    apply: async ({ database }) => {
      await database.freeze();
      return () => database.thaw();
    },
  },
  'cut the database connections': {
    target: 'database',
    seconds: [0, 1],
    apply: ({ links }, random) => {
      links.database.cut(0.7, random);
      return nothing;
    },
  },
  'refuse the database': {
    target: 'database',
    seconds: [1, 8],
    apply: ({ links }) => {
      links.database.refuse();
      return () => links.database.heal();
    },
  },
  'slow the database': {
    target: 'database',
    seconds: [2, 8],
    apply: ({ links }, random) => {
      links.database.slow(random.integer(5, 60));
      return () => links.database.heal();
    },
  },
  'silence the database': {
    target: 'database',
    seconds: [2, 40],
    apply: ({ links }) => {
      links.database.freeze();
      return () => links.database.heal();
    },
  },
  'fill the disk of the database': {
    target: 'database',
    seconds: [2, 8],
    where: (_layout, canMount) => canMount,
    apply: async ({ volumes, database }) => {
      await volumes.database!.fill();
      return async () => {
        await volumes.database!.empty();
        await database.ready();
      };
    },
  },
  'fill the disk of the documents': {
    target: 'store',
    seconds: [2, 10],
    where: ({ store }, canMount) => canMount && store === 'directory',
    apply: async ({ volumes }) => {
      await volumes.documents!.fill();
      return () => volumes.documents!.empty();
    },
  },
  'refuse the object store': {
    target: 'store',
    seconds: [2, 10],
    where: ({ store }) => store === 's3',
    apply: ({ links }) => {
      links.store!.refuse();
      return () => links.store!.heal();
    },
  },
  'slow the object store': {
    target: 'store',
    seconds: [2, 10],
    where: ({ store }) => store === 's3',
    apply: ({ links }, random) => {
      links.store!.slow(random.integer(20, 300));
      return () => links.store!.heal();
    },
  },
  'silence the object store': {
    target: 'store',
    seconds: [2, 40],
    where: ({ store }) => store === 's3',
    apply: ({ links }) => {
      links.store!.freeze();
      return () => links.store!.heal();
    },
  },
  'fail the object store': {
    target: 'store',
    seconds: [2, 10],
    where: ({ store }) => store === 's3',
    apply: ({ objects }, random) => {
      objects!.fail(random.pick(STORE_FAILURES));
      return () => objects!.fail();
    },
  },
  'cut the object store': {
    target: 'store',
    seconds: [0, 1],
    where: ({ store }) => store === 's3',
    apply: ({ links }, random) => {
      links.store!.cut(1, random);
      return nothing;
    },
  },
  'fail the receiver': {
    target: 'receiver',
    seconds: [2, 12],
    apply: ({ receiver }, random) => {
      receiver.mode = random.pick(['fails', 'slow', 'hangs'] as const);
      return () => {
        receiver.mode = 'accepts';
      };
    },
  },
  'refuse the receiver': {
    target: 'receiver',
    seconds: [2, 12],
    apply: ({ links }, random) => {
      links.receiver.cut(1, random);
      links.receiver.refuse();
      return () => links.receiver.heal();
    },
  },
  'cut the callers': {
    target: 'door',
    seconds: [1, 4],
    apply: ({ door }, random) => {
      const timer = setInterval(() => door.cut(0.3, random), 200);
      return () => clearInterval(timer);
    },
  },
  'slow the callers': {
    target: 'door',
    seconds: [1, 6],
    apply: ({ door }, random) => {
      door.slow(random.integer(20, 300));
      return () => door.heal();
    },
  },
  'step the clock forward': {
    target: 'clock',
    seconds: [1, 3],
    apply: async ({ database }, random) => {
      const offsetMs = database.offsetMs + random.integer(20, 80) * MINUTE_MS;
      // Without a database, its clock cannot be stepped.
      await database.setClock(Math.min(offsetMs, FURTHEST_CLOCK_MS)).catch(nothing);
      return nothing;
    },
  },
  'step the clock back': {
    target: 'clock',
    seconds: [1, 3],
    apply: async ({ database }, random) => {
      await database.setClock(database.offsetMs - random.integer(1, 60) * MINUTE_MS).catch(nothing);
      return nothing;
    },
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

export function faultOf(name: FaultName): Fault {
  return FAULTS[name];
}

/** The names of the faults that can happen in this layout. */
export function possibleFaults(layout: Layout, canMount: boolean): FaultName[] {
  return (Object.keys(FAULTS) as FaultName[]).filter(
    (name) => faultOf(name).where?.(layout, canMount) ?? true,
  );
}

/** One of the processes that work, or now and then all of them. */
async function pickWorkers({ services }: Installation, random: Random): Promise<number[]> {
  const all = (await Promise.all(services.map((service) => service.processes()))).flatMap(
    ({ workers }) => workers,
  );
  if (all.length === 0 || random.chance(0.2)) return all;
  return [random.pick(all)];
}
