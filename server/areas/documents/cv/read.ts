import type { SealedBlob } from '../../../core/blobs/index.ts';
import type { Services } from '../../../core/services.ts';
import { loadCatalogs } from './catalogs.ts';
import type { ReadCv } from './extract/facts.ts';
import type { CvMetrics } from './metrics.ts';
import { MAXIMUM_INPUT_BYTES } from './text/read-text.ts';
import { CvParsingError, type ParsingLimits, parseCv } from './worker/parse.ts';

/** Reads a stored CV within the limits. Throws CvParsingError, BlobDamagedError, or BlobNotFoundError. */
export async function readCv(
  services: Services,
  tenantId: number,
  blob: SealedBlob,
  limits: ParsingLimits,
  { metrics, recognizesText }: { metrics?: CvMetrics; recognizesText?: boolean } = {},
): Promise<ReadCv> {
  if (blob.sizeBytes > MAXIMUM_INPUT_BYTES) throw new CvParsingError('tooLarge');
  const chunks: Uint8Array[] = [];
  for await (const chunk of services.blobs.read(blob, { tenantId })) chunks.push(chunk);
  const catalogs = await loadCatalogs(services, services.database.tenant(tenantId), tenantId);
  const parse = () => parseCv(Buffer.concat(chunks), catalogs, limits, recognizesText);
  return metrics?.observe(parse) ?? parse();
}
