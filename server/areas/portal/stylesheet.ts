import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteRequest, RouteResponse } from '../../core/http/index.ts';
import { StaticText } from '../../core/http/static-text.ts';

const SOURCE = readFileSync(join(import.meta.dirname, 'portal.css'), 'utf8');
const STYLESHEET = new StaticText('text/css; charset=utf-8', SOURCE);

// No tenant key starts with a hyphen, so this path cannot conflict with a tenant. The hash gives every version its own URL,
// which browsers can cache forever.
export const STYLESHEET_ROUTE = '/-/portal.css';
const STYLESHEET_VERSION = createHash('sha256').update(SOURCE).digest('base64url').slice(0, 12);
export const STYLESHEET_PATH = `/jobs${STYLESHEET_ROUTE}?v=${STYLESHEET_VERSION}`;

export function stylesheetResponse(request: RouteRequest): Promise<RouteResponse> {
  const isThisVersion = request.query.v === STYLESHEET_VERSION;
  return STYLESHEET.respond(request, {
    'cache-control': isThisVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    'x-content-type-options': 'nosniff',
  });
}
