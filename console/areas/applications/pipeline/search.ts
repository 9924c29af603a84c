import { STAGES } from '../../../core/api/records.ts';
import type { PipelineSearch } from '../../../core/paths.ts';

/** Reads what the address says about the pipeline. What it says wrongly is left out. */
export function readPipelineSearch({ stage }: Record<string, unknown>): PipelineSearch {
  const known = STAGES.find((name) => name === stage);
  return known === undefined ? {} : { stage: known };
}
