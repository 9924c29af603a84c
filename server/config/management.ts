import { integer } from './values.ts';

/** The settings of the management port. */
export const MANAGEMENT_SETTINGS = [
  {
    name: 'MANAGEMENT_PORT',
    key: 'managementPort',
    default: 'off (ROLE=worker: a free port)',
    meaning:
      'TCP port of /health/started, /health/live, /health/ready, and /metrics for all processes together, without a token. 0 selects a free port, off none.',
    limits: '0 to 65535, off',
    read: readPort,
  },
  {
    name: 'MANAGEMENT_HOST',
    key: 'managementHost',
    default: '127.0.0.1',
    meaning:
      'Address of the management port. Set 0.0.0.0 or :: only in a network that your callers cannot reach, such as for the probes of a container.',
    read: (text: string | undefined) => text ?? '127.0.0.1',
  },
] as const;

function readPort(text: string | undefined): number | 'off' | undefined {
  if (text === undefined || text === 'off') return text;
  try {
    return integer(text, 0, 0, 65_535);
  } catch {
    throw new Error('must be an integer from 0 to 65535, or off');
  }
}

/** Undefined for no management port. A worker has no other port, so by default it takes a free one. */
export function resolveManagementPort(value: unknown, role: unknown): number | undefined {
  if (value === undefined && role === 'worker') return 0;
  return typeof value === 'number' ? value : undefined;
}

/** Whether the management port would be that of the API, which a worker does not open. */
export function sharesPort(managementPort: unknown, port: unknown, role: unknown): boolean {
  return (
    role !== 'worker' && typeof managementPort === 'number' && managementPort !== 0 && managementPort === port
  );
}
