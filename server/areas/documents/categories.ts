import type { Services } from '../../core/services.ts';
import { sharedList } from '../masterdata/index.ts';

export const APPLICATION_CATEGORY = 'application';

/** The id of the category with this id or key. Case, hyphens and underscores in a key do not matter. */
export async function findCategory(
  services: Services,
  category: string | number,
): Promise<number | undefined> {
  const { rows } = await sharedList(services.database, 'documentcategories');
  const text = String(category).toLowerCase().replaceAll(/[-_]/g, '');
  return rows.find((row) => String(row.id) === text || row.attributes?.key === text)?.id;
}
