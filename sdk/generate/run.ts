import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Document } from './document.ts';
import { sentSchemas, toMethods, writeOperations, writeTable } from './operations.ts';
import { reachableSchemas, writeSchemas } from './schemas.ts';

// Generates the types and the table of operations from the OpenAPI document:
// node sdk/generate/run.ts [--document openapi/v3.json] [--into sdk/generated]

const HEADER = '// Generated from openapi/v3.json by npm run gen. Change the document, not this file.\n\n';
const HERE = import.meta.dirname;

const { values } = parseArgs({
  options: {
    document: { type: 'string', default: join(HERE, '../../openapi/v3.json') },
    into: { type: 'string', default: join(HERE, '../generated') },
  },
});
const document = JSON.parse(await readFile(values.document, 'utf8')) as Document;
const methods = toMethods(document);
const files = {
  'schemas.ts': writeSchemas(document, reachableSchemas(document, sentSchemas(document))),
  'operations.ts': writeOperations(document, methods),
  'table.ts': writeTable(methods),
};
await mkdir(values.into, { recursive: true });
for (const [name, text] of Object.entries(files)) await writeFile(join(values.into, name), HEADER + text);
