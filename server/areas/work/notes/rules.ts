import { type Fault, invalid } from '../../../core/http/index.ts';
import { permissionsOf } from '../../access/index.ts';
import type { Role } from '../../users/index.ts';
import { NOTE_READERS } from '../visibility.ts';

/** The communication type Note (GET /masterdata/communicationtypes). */
export const NOTE_TYPE_ID = 8;

/** 400 if the role of a mentioned user does not allow reading the note. */
export function refuseUnsuitableMentions(
  mentions: readonly number[],
  roles: ReadonlyMap<number, Role>,
): void {
  const faults: Fault[] = [];
  for (const [index, userId] of mentions.entries()) {
    const role = roles.get(userId);
    const permissions = role === undefined ? new Set<string>() : permissionsOf(role);
    if (NOTE_READERS.every((name) => permissions.has(name))) continue;
    const property = `mentions[${index}]`;
    const message = `${property} must be a user whose role can read notes about candidates. Remove the mention, or mention another user.`;
    faults.push({ property, code: 'notAllowed', message });
  }
  if (faults.length > 0) throw invalid(...faults);
}
