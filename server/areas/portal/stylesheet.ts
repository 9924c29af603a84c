import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const STYLESHEET = readFileSync(join(import.meta.dirname, 'portal.css'), 'utf8');

// No firm's key begins with a hyphen, so the path is nobody's. The hash makes every version an address of its own,
// which browsers may keep for good.
export const STYLESHEET_ROUTE = '/-/portal.css';
export const STYLESHEET_VERSION = createHash('sha256').update(STYLESHEET).digest('base64url').slice(0, 12);
export const STYLESHEET_PATH = `/jobs${STYLESHEET_ROUTE}?v=${STYLESHEET_VERSION}`;
