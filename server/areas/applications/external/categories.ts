import type { Fault } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { APPLICATION_CATEGORY, type DocumentCategory, findCategory } from '../../documents/index.ts';

/** The category of a document of an application. A blank one means the default. */
export function findSentCategory(
  services: Services,
  category: string | number | null | undefined,
): Promise<DocumentCategory | undefined> {
  const isBlank = category == null || String(category).trim() === '';
  return findCategory(services, isBlank ? APPLICATION_CATEGORY : category);
}

/** Returns a fault for each unknown category. Ignores values that are neither a string nor a number: the schema rejects them. */
export async function categoryFaults(
  services: Services,
  { documents }: { documents?: unknown },
): Promise<Fault[]> {
  if (!Array.isArray(documents)) return [];
  const faults = await Promise.all(
    documents.map(async (document: unknown, index): Promise<Fault[]> => {
      const category = (document as { documentCategory?: unknown } | null)?.documentCategory;
      if (typeof category !== 'string' && typeof category !== 'number') return [];
      if ((await findSentCategory(services, category)) !== undefined) return [];
      const property = `documents[${index}].documentCategory`;
      const message = `${property} must be a document category. GET /masterdata/documentcategories lists them.`;
      return [{ property, code: 'unknownReference', message }];
    }),
  );
  return faults.flat();
}
