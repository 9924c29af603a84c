import { UsageError } from '../command.ts';
import { readOptionText } from '../option-file.ts';
import type { GivenMapping } from './mapping.ts';

/** The mapping of the options: the file, then --map, then --id-column. Later ones replace earlier ones. */
export async function readGivenMapping(options: {
  mapping?: string | undefined;
  map?: string | undefined;
  idColumn?: string | undefined;
}): Promise<GivenMapping> {
  const given = new Map<string, string | null>();
  if (options.mapping !== undefined) {
    for (const [heading, path] of Object.entries(await readMappingFile(options.mapping)))
      given.set(heading, path);
  }
  for (const text of options.map?.split('\n') ?? []) {
    // A heading can contain an equals sign, a property cannot.
    const at = text.lastIndexOf('=');
    if (at < 1)
      throw new UsageError('--map must have the form COLUMN=PROPERTY, such as "Ort=location.city".');
    given.set(text.slice(0, at), text.slice(at + 1) || null);
  }
  if (options.idColumn !== undefined) given.set(options.idColumn, 'importExternalId');
  return given;
}

async function readMappingFile(path: string): Promise<Record<string, string | null>> {
  // PowerShell writes the output of --print-mapping as UTF-16.
  const text = await readOptionText('mapping', path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const isMapping =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((property) => property === null || typeof property === 'string');
  if (!isMapping) {
    throw new UsageError(
      `The file ${path} must be a JSON object of properties by column, with null for columns to ignore. --print-mapping prints one to start from.`,
    );
  }
  return value as Record<string, string | null>;
}
