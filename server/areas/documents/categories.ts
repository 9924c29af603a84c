import type { Services } from '../../core/services.ts';
import { sharedList } from '../masterdata/index.ts';

export const APPLICATION_CATEGORY = 'application';

/** Other spellings of a key. */
const ALIASES: Readonly<Record<string, string>> = {
  driverslicense: 'driverlicense',
  driverlicence: 'driverlicense',
  driverslicence: 'driverlicense',
};

export interface DocumentCategory {
  id: number;
  key: string;
}

/**
 * The category with this id or key. Case, spaces, hyphens, underscores and apostrophes in a key do not matter, and neither do
 * the British spelling and the plural of the driver’s licence.
 */
export async function findCategory(
  services: Services,
  category: string | number,
): Promise<DocumentCategory | undefined> {
  const { rows } = await sharedList(services.database, 'documentcategories');
  const text = String(category).trim();
  const word = text.toLowerCase().replaceAll(/[-_\s'’]/g, '');
  const key = Object.hasOwn(ALIASES, word) ? ALIASES[word] : word;
  const found = rows.find((row) => String(row.id) === text || row.attributes?.key === key);
  return found && { id: found.id, key: String(found.attributes?.key) };
}
