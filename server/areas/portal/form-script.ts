import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Markup, trusted } from '../../core/html/markup.ts';

const SOURCE = readFileSync(join(import.meta.dirname, 'form-script.js'), 'utf8');

/** The script of the application form. It is part of the page, so that the policy can permit exactly its text. */
export const FORM_SCRIPT: Markup = trusted(`<script type="module">${SOURCE}</script>`);
export const FORM_SCRIPT_HASH = `sha256-${createHash('sha256').update(SOURCE).digest('base64')}`;
