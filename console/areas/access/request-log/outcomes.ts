import type { CallOutcome } from '../../../core/paths.ts';

export const CALL_OUTCOMES: readonly CallOutcome[] = ['failed', 'succeeded'];
