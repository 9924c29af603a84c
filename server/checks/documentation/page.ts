import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { isTableMark } from './operation-tables.ts';

export const ROOT = join(import.meta.dirname, '../../..');
export const GUIDES = 'docs/integrating';

interface Fence {
  /** The info string after the three backticks. */
  language: string;
  text: string;
  /** The number of its first line of text, from 1. */
  line: number;
}

export type Step =
  /** Commands for a shell; `answer` is the response to the last call among them. */
  | { kind: 'command'; text: string; line: number; answer?: Fence }
  /** A call to the receiver of the page. */
  | { kind: 'delivery'; fence: Fence }
  /** A file of the repository, word for word. */
  | { kind: 'file'; path: string; fence: Fence }
  /** Time that passes. */
  | { kind: 'wait'; line: number };

export interface Page {
  /** Path in the repository. */
  path: string;
  text: string;
  steps: Step[];
  /** Where the page breaks the notation that docs/README.md describes. */
  faults: string[];
}

const WAIT = /^<!-- meanwhile: an hour passes -->$/;
const DELIVERY = /^POST \//;
const FILE = /^(?:<\?php )?\/\/ (examples\/\S+)$/;

export async function readPages(folder: string): Promise<Page[]> {
  const names = (await readdir(join(ROOT, folder))).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = posix.join(folder, name);
      return parsePage(path, await readFile(join(ROOT, path), 'utf8'));
    }),
  );
}

/** The README files of the repository and the client, and every Markdown file below docs, by path in the repository. */
export async function readMarkdown(): Promise<Map<string, string>> {
  const entries = await readdir(join(ROOT, 'docs'), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const files = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sdk/README.md', ...paths.sort()];
  return new Map(
    await Promise.all(
      files.map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as [string, string]),
    ),
  );
}

/** Parses a page into its steps. */
export function parsePage(path: string, text: string): Page {
  const page: Page = { path, text, steps: [], faults: [] };
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const language = /^```(.*)$/.exec(lines[index]!)?.[1];
    if (language === undefined) {
      if (WAIT.test(lines[index]!)) page.steps.push({ kind: 'wait', line: index + 1 });
      else if (lines[index]!.startsWith('<!--') && !isTableMark(lines[index]!))
        page.faults.push(`${path}:${index + 1} is an unknown comment`);
      continue;
    }
    const end = lines.indexOf('```', index + 1);
    const fence = { language, text: lines.slice(index + 1, end).join('\n'), line: index + 2 };
    if (end === -1 || !addFence(page, fence)) {
      page.faults.push(`${path}:${index + 1} is a block "${language}" that no test runs`);
      if (end === -1) break;
    }
    index = end;
  }
  return page;
}

function addFence(page: Page, fence: Fence): boolean {
  const last = page.steps.at(-1);
  const file = FILE.exec(fence.text.split('\n')[0]!)?.[1];
  if (fence.language === 'sh') {
    page.steps.push({ kind: 'command', text: fence.text, line: fence.line });
  } else if (/^(js|php)$/.test(fence.language) && file !== undefined) {
    page.steps.push({ kind: 'file', path: file, fence });
  } else if (fence.language === 'http' && DELIVERY.test(fence.text)) {
    page.steps.push({ kind: 'delivery', fence });
  } else if (/^(json|http)$/.test(fence.language) && last?.kind === 'command' && last.answer === undefined) {
    last.answer = fence;
  } else {
    return false;
  }
  return true;
}

/** The anchors that GitHub gives to the headings of a page. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    let name = anchor;
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

/** Links to files of the repository and to headings: path from the page, and anchor. */
export function linksOf(text: string): { path: string; anchor: string }[] {
  return [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { path, anchor };
    });
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, '');
}
