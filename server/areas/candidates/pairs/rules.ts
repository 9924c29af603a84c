import type { Fault } from '../../../core/http/index.ts';
import { INT32_MAXIMUM } from '../../../core/http/schema.ts';
import type { PairQueryValues } from './schema.ts';

/** The last pair of a page. */
interface PairPosition {
  score: number;
  id: number;
}

export function parsePosition(after: string | undefined): PairPosition | undefined {
  const [, score, id] = /^(\d{1,3})~(\d{1,10})$/.exec(after ?? '') ?? [];
  if (score === undefined || Number(id) > INT32_MAXIMUM) return undefined;
  return { score: Number(score), id: Number(id) };
}

export function positionFaults({ after }: PairQueryValues): Fault[] {
  if (after === undefined || parsePosition(after) !== undefined) return [];
  return [
    {
      property: 'after',
      code: 'format',
      message: 'after must be an unchanged nextCursor of this operation. Omit it for the first page.',
    },
  ];
}
