import { GENERATED_FILES, generateInto, ROOT } from './generated.ts';

// npm run gen: writes the generated files anew. They are committed, so that a change of the interface or the schema
// is seen in review.

await generateInto(ROOT);
for (const path of GENERATED_FILES) console.log(`wrote ${path}`);
