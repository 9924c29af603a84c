import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const STYLESHEET = readFileSync(join(import.meta.dirname, 'portal.css'), 'utf8');

// No tenant key starts with a hyphen, so this path cannot conflict with a tenant. The hash gives every version its own URL,
// which browsers can cache forever.
export const STYLESHEET_ROUTE = '/-/portal.css';
export const STYLESHEET_VERSION = createHash('sha256').update(STYLESHEET).digest('base64url').slice(0, 12);
export const STYLESHEET_PATH = `/jobs${STYLESHEET_ROUTE}?v=${STYLESHEET_VERSION}`;
