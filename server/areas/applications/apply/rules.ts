import type { Fault } from '../../../core/http/index.ts';

export const IMPORT_CHANNEL = 51;

export function applyFaults({ appliedAtUtc }: { appliedAtUtc?: string | null }, now: Date): Fault[] {
  if (appliedAtUtc == null || Date.parse(appliedAtUtc) <= now.getTime()) return [];
  return [{ property: 'appliedAtUtc', code: 'range', message: 'appliedAtUtc must not be in the future.' }];
}
