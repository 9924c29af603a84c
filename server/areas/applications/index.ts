import type { AnyEndpoint } from '../../core/http/index.ts';
export const applicationEndpoints: readonly AnyEndpoint[] = [];
