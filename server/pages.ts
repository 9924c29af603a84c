import type { FastifyInstance } from './core/http/index.ts';
import type { Services } from './core/services.ts';

export function registerPages(_app: FastifyInstance, _services: Services): void {}
