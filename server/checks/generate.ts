import { GENERATED_FILES, generateInto, ROOT } from './generated.ts';

// npm run gen: rewrites the generated files. They are committed, so that reviews show changes of the interface and of
// the database schema.

await generateInto(ROOT);
for (const path of GENERATED_FILES) console.log(`wrote ${path}`);
