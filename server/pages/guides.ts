import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Marked, Tokens } from 'marked';
import { onFirstUse } from '../core/first-use.ts';
import { escapeMarkup } from '../core/html/markup.ts';
import { firstExampleDay } from './current-examples.ts';

const ROOT = join(import.meta.dirname, '../..');
const START = 'getting-started';
const marked = onFirstUse<{ Marked: typeof Marked }>('marked');

interface Guide {
  /** The last part of its address. */
  name: string;
  /** The address below the origin. */
  path: string;
  /** The Markdown file below the root of the repository. */
  file: string;
  /** Its name in the navigation. */
  label: string;
}

const guide = (name: string, label: string, file = `docs/integrating/${name}.md`): Guide => ({
  name,
  label,
  file,
  path: name === START ? '/docs' : `/docs/guides/${name}`,
});

/** The guides for integrators, in reading order. */
export const GUIDES: readonly Guide[] = [
  guide(START, 'Getting started'),
  guide('requests-and-errors', 'Requests and errors'),
  guide('candidates', 'Candidates'),
  guide('applications-and-documents', 'Applications and documents'),
  guide('communication', 'Communication'),
  guide('companies', 'Companies'),
  guide('customer-requests', 'Customer requests'),
  guide('job-ads-and-reports', 'Job ads and reports'),
  guide('staying-in-step', 'Keeping a copy in sync'),
  guide('webhooks', 'Webhooks'),
  guide('users-branches-master-data', 'Users, branches, value lists'),
  guide('typescript-client', 'TypeScript client', 'sdk/README.md'),
];

export function findGuide(name: string): Guide | undefined {
  return GUIDES.find((entry) => entry.name === name);
}

/** Returns the page of a guide. Its examples name the address of this service. */
export function guidePage(current: Guide, publicUrl: string, now: Date): string {
  const markdown = readFileSync(join(ROOT, current.file), 'utf8').replaceAll(
    'http://localhost:8080',
    publicUrl,
  );
  const { html, sections } = render(markdown);
  return layout({
    title: current.label,
    navigation: navigation(current, sections),
    content: current.name === START ? firstCall(publicUrl, firstExampleDay(now)) + html : html,
  });
}

export function missingGuidePage(): string {
  return layout({
    title: 'Not found',
    navigation: navigation(undefined, []),
    content:
      '<h1>There is no such guide</h1><p>The address may be misspelt. The navigation lists all guides, and <a href="/docs">Getting started</a> is the first.</p>',
  });
}

interface Section {
  id: string;
  title: string;
}

function render(markdown: string): { html: string; sections: Section[] } {
  const sections: Section[] = [];
  const parser = new (marked().Marked)({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const title = this.parser.parseInline(tokens);
        const id = headingId(title);
        if (depth === 2) sections.push({ id, title });
        return `<h${depth} id="${id}">${title}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeMarkup(linkTarget(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      // Wide tables and long lines scroll by themselves, so that the page does not. Keyboards scroll what has the focus.
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="scroll" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
      code({ text, lang }: Tokens.Code) {
        return `<pre tabindex="0" data-language="${escapeMarkup(lang ?? '')}"><code>${escapeMarkup(text)}</code></pre>\n`;
      },
      // The files contain only comments, for the programs that generate tables.
      html: () => '',
    },
  });
  return { html: parser.parse(markdown, { async: false }), sections };
}

/** The id that GitHub gives a heading, because the links between the guides use these ids. */
function headingId(title: string): string {
  return title
    .replaceAll(/<[^>]+>|&\w+;/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Links between the files become links between the pages. */
function linkTarget(href: string): string {
  const match = /^(?:\S*\/)?([\w-]+)\.md(#\S*)?$/.exec(href);
  if (match === null) return href;
  const [, name = '', anchor = ''] = match;
  const target = href.includes('sdk/README.md') ? 'typescript-client' : name;
  return (findGuide(target)?.path ?? '/docs') + anchor;
}

/** What the examples of all guides need. The values are those of this service. */
function firstCall(publicUrl: string, since: string): string {
  const commands = `BASE=${publicUrl}/v3
AUTH_URL=${publicUrl}
AUDIENCE=${publicUrl}/api/v3
CLIENT_ID=…      # from the operator of this service
CLIENT_SECRET=…  # in the demo: data/demo.json

TOKEN=$(curl -s "$AUTH_URL/oauth/token" -d grant_type=client_credentials \\
  --data-urlencode "client_id=$CLIENT_ID" \\
  --data-urlencode "client_secret=$CLIENT_SECRET" \\
  --data-urlencode "audience=$AUDIENCE" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl -s "$BASE/candidates?startDate=${since}" -H "Authorization: Bearer $TOKEN"`;
  return `<section class="first" aria-labelledby="your-first-call"><h2 id="your-first-call">Your first call</h2>
<p>Paste this into a shell, with your client id and secret. It lists the candidates that changed in the last 30 days.</p>
<pre tabindex="0" data-language="sh"><code>${escapeMarkup(commands)}</code></pre>
<p>Then try any operation in the <a href="/docs/reference">reference</a>, or read on.</p></section>\n`;
}

function navigation(current: Guide | undefined, sections: Section[]): string {
  const items = GUIDES.map((entry) => {
    if (entry !== current) return `<li><a href="${entry.path}">${escapeMarkup(entry.label)}</a></li>`;
    const inner = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('');
    return `<li><a href="${entry.path}" aria-current="page">${escapeMarkup(entry.label)}</a>${inner === '' ? '' : `<ul>${inner}</ul>`}</li>`;
  });
  return `<h2>Guides</h2><ul>${items.join('\n')}</ul>
<h2>Reference</h2><ul><li><a href="/docs/reference">Integration API</a></li>
<li><a href="/docs/reference/#platform">Platform API</a></li>
<li><a href="/v3/openapi.json">OpenAPI as JSON</a></li>
<li><a href="/v3/openapi.yaml">OpenAPI as YAML</a></li></ul>`;
}

function layout({ title, navigation: links, content }: Record<'title' | 'navigation' | 'content', string>) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)} · Stellwerk</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a href="/">Stellwerk</a> <span>Documentation</span></header>
<details class="menu"><summary>Contents</summary><nav aria-label="Documentation">${links}</nav></details>
<main id="content">${content}</main>
</body>
</html>
`;
}
