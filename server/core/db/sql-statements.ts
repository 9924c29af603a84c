// What can contain a semicolon that ends no statement: comments, quoted texts and names, and texts in dollar quotes.
const PARTS = /--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|;/g;

/**
 * The statements of a migration. Texts with backslashes (E'…') and comments within comments are not known: a test compares the
 * statements of all migrations with those of PostgreSQL's parser.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    if (part !== ';') continue;
    statements.push(text.slice(start, index));
    start = index + 1;
  }
  return [...statements, text.slice(start)].filter(hasCommand);
}

/** Whether there is more than comments. */
const hasCommand = (text: string) => text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '';
