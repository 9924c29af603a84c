import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

// A stand-in for curl on machines without it, with only the options that the guides use. Any other option is an error, so
// that no example passes because a part of it was ignored.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd', multiple: true, default: [] },
    'data-binary': { type: 'string' },
    'data-urlencode': { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    get: { type: 'boolean', short: 'G', default: false },
    'user-agent': { type: 'string', short: 'A', default: 'curl/8.0.0' },
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean' },
    'fail-with-body': { type: 'boolean', default: false },
    include: { type: 'boolean', short: 'i', default: false },
    output: { type: 'string', short: 'o' },
  },
});
if (positionals.length !== 1) throw new Error('One address is needed.');

const url = new URL(positionals[0]!);
const headers = new Headers({
  'user-agent': values['user-agent'],
  accept: '*/*',
  'accept-encoding': 'identity',
});
let body: string | undefined;

const fields = [...values.data, ...values['data-urlencode'].map(encodeField)];
if (values.get) url.search = [url.search.slice(1), ...fields].filter((part) => part !== '').join('&');
else if (fields.length > 0) {
  body = fields.join('&');
  headers.set('content-type', 'application/x-www-form-urlencoded');
}
if (values.json !== undefined) {
  body = values.json.startsWith('@') ? await readText(values.json.slice(1)) : values.json;
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/json');
}
if (values['data-binary'] !== undefined) body = await readText(values['data-binary'].replace(/^@/, ''));
for (const header of values.header) {
  const [, name, value] = /^([\w-]+): ?(.*)$/.exec(header) ?? [];
  if (name === undefined) throw new Error('A header has the form "Name: value".');
  headers.set(name, value!);
}

const method = values.request ?? (body === undefined ? 'GET' : 'POST');
const answer = await fetch(url, { method, headers, body, redirect: 'manual' });
const contents = Buffer.from(await answer.arrayBuffer());
if (values.include) {
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}\n`);
  process.stdout.write(`HTTP/1.1 ${answer.status} ${answer.statusText}\n${lines.join('')}\n`);
}
if (values.output === undefined) process.stdout.write(contents);
else await writeFile(values.output, contents);
if (values['fail-with-body'] && answer.status >= 400) process.exitCode = 22;

function encodeField(field: string): string {
  const [name, ...value] = field.split('=');
  return `${name}=${encodeURIComponent(value.join('='))}`;
}

async function readText(path: string): Promise<string> {
  return path === '-'
    ? Buffer.concat(await process.stdin.toArray()).toString('utf8')
    : readFile(path, 'utf8');
}
