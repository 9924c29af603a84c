import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { SETTINGS } from '../config.ts';

// The cheap half of the tests of packaging: files that must agree with the product and with each other. `npm run packaging`
// builds and runs what they describe.

const ROOT = join(import.meta.dirname, '../..');
const CHART = 'packaging/helm/stellwerk';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const version: string = JSON.parse(read('package.json')).version;
const templates = readdirSync(join(ROOT, CHART, 'templates')).map((name) =>
  read(`${CHART}/templates/${name}`),
);
const compose = parse(read('packaging/compose/compose.yaml'), { merge: true });
const values = parse(read(`${CHART}/values.yaml`));
const testValues = parse(read('packaging/helm/test-values.yaml'));

interface ComposeService {
  image: string;
  environment: Record<string, string>;
  [property: string]: unknown;
}
const ownServices = (Object.values(compose.services) as ComposeService[]).filter(({ image }) =>
  image.startsWith('stellwerk:'),
);

/** Names of variables in a text, by a pattern whose first group is the name. */
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);

test('every variable in the packaging is a setting of the service', () => {
  // HOME and PATH are not settings, but the image needs them.
  const settings = new Set([...SETTINGS.map(({ name }) => name), 'HOME', 'PATH']);
  const used: Record<string, string[]> = {
    Dockerfile: names(/^ENV (.*(?:\\\n.*)*)$/m.exec(read('Dockerfile'))![1]!, /([A-Z_]+)=/g),
    'packaging/image/healthcheck.js': names(
      /const \{(.*)\} = process\.env/.exec(read('packaging/image/healthcheck.js'))![1]!,
      /\b([A-Z_]{2,})\b/g,
    ),
    'packaging/systemd/stellwerk.service': names(
      read('packaging/systemd/stellwerk.service'),
      /^Environment=(\w+)=/gm,
    ),
    'packaging/compose/compose.yaml': ownServices.flatMap(({ environment }) => Object.keys(environment)),
    [CHART]: templates.flatMap((text) => names(text, /(?:name|key): ([A-Z][A-Z0-9_]+)\b/g)),
    'packaging/helm/test-values.yaml': Object.keys(testValues.settings),
    [`${CHART}/values.yaml`]: names(read(`${CHART}/values.yaml`), /\b([A-Z]{2,}_[A-Z_]+)\b/g),
  };
  for (const [file, found] of Object.entries(used)) {
    assert.ok(found.length > 0, `${file} has no variables`);
    assert.deepEqual(
      found.filter((name) => !settings.has(name)),
      [],
      `${file} has a variable that is not a setting`,
    );
  }
});

test('the image, the chart, and compose have the version of the package', () => {
  assert.ok(
    read('Dockerfile').includes(`org.opencontainers.image.version="${version}"`),
    'Dockerfile: set the label to the version of package.json',
  );
  const chart = parse(read(`${CHART}/Chart.yaml`));
  assert.deepEqual([chart.version, chart.appVersion], [version, version], 'Chart.yaml');
  for (const { image } of ownServices) assert.equal(image, `stellwerk:${version}`, 'compose.yaml');
});

test('the values of the chart match its schema, and a misspelt or missing one does not', () => {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(read(`${CHART}/values.schema.json`)),
  );
  const merge = (
    base: Record<string, unknown>,
    change: Record<string, unknown>,
  ): Record<string, unknown> => ({
    ...base,
    ...Object.fromEntries(
      Object.entries(change).map(([key, value]) => {
        const nested = base[key];
        const isMap = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item);
        return [
          key,
          isMap(value) && isMap(nested)
            ? merge(nested as Record<string, unknown>, value as Record<string, unknown>)
            : value,
        ];
      }),
    ),
  });
  const faults = (change: object) => {
    validate(merge(values, change as Record<string, unknown>));
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  const required = {
    publicUrl: 'https://jobs.example.com',
    existingSecret: 'secrets',
    blobUrl: 's3://documents',
  };
  assert.deepEqual(faults(required), []);
  assert.deepEqual(faults(testValues), []);
  assert.deepEqual(
    faults({}).map((fault) => fault.split(' ')[0]),
    ['/publicUrl', '/existingSecret', '/blobUrl'],
  );
  assert.notDeepEqual(faults({ ...required, worker: { replica: 2 } }), []);
  assert.notDeepEqual(faults({ ...required, settings: { logLevel: 'debug' } }), []);
});

test('only the Job of the chart that migrates reads the Secret with the owner of the tables', () => {
  const readers = readdirSync(join(ROOT, CHART, 'templates')).filter((name) =>
    read(`${CHART}/templates/${name}`).includes('.Values.migrationSecret'),
  );
  assert.deepEqual(readers, ['migrate-job.yaml']);
  assert.equal(values.migrationSecret, '');
});

test('the guide waits for the pods between the end of a version and the upgrade', () => {
  const commands = /kubectl scale deployment .*?helm upgrade/s.exec(read('docs/packaging.md'))![0];
  const [, seconds] = /kubectl wait --for=delete pod --timeout=(\d+)s/.exec(commands) ?? [];
  const deployments = templates.filter((text) => text.includes('kind: Deployment'));
  const graces = deployments.flatMap((text) => names(text, /terminationGracePeriodSeconds: (\d+)/g));
  assert.equal(graces.length, deployments.length);
  for (const grace of graces) assert.ok(Number(seconds) > Number(grace), commands);
  // The pod of a Job that failed stays.
  const components = deployments.map((text) => /app\.kubernetes\.io\/component: (\w+)/.exec(text)![1]);
  assert.ok(commands.includes(`,app.kubernetes.io/component in (${components.join(',')})'`), commands);
});

test('a stop has more time than the longest DRAIN_SECONDS, the requests, and the database take', () => {
  const { limits } = SETTINGS.find(({ name }) => name === 'DRAIN_SECONDS')!;
  const needed = Number(limits!.split(' to ')[1]) + 60;
  const [, unit] = /^TimeoutStopSec=(\d+)$/m.exec(read('packaging/systemd/stellwerk.service'))!;
  const api = read(`${CHART}/templates/api-deployment.yaml`);
  const [, grace] = /terminationGracePeriodSeconds: (\d+)/.exec(api)!;
  for (const seconds of [unit, grace]) assert.ok(Number(seconds) >= needed, `${seconds} is below ${needed}`);
  assert.ok(values.settings.DRAIN_SECONDS > 0);
  // Docker's default is 10 seconds.
  const [, container] = /docker run [^`]*?--stop-timeout (\d+)/.exec(read('docs/packaging.md'))!;
  assert.ok(Number(container) >= 60);
});

test('the unit starts again until its database responds, however long that takes', () => {
  const [, general, service] = read('packaging/systemd/stellwerk.service').split(/^\[\w+\]$/m);
  // Systemd ignores it in the other section. Its default gives up after five starts within ten seconds.
  assert.match(general!, /^StartLimitIntervalSec=0$/m);
  assert.match(service!, /^Restart=on-failure$/m);
  // The service replaces a process that the kernel killed for its memory. By default, systemd would stop all of them.
  assert.match(service!, /^OOMPolicy=continue$/m);
  assert.ok(
    Number(/^RestartSec=(\d+)$/m.exec(service!)?.[1]) >= 1,
    'A start that fails at once is a busy loop.',
  );
});

test('.env.example has every variable of compose.yaml, and no other', () => {
  const used = names(read('packaging/compose/compose.yaml'), /\$\{([A-Z_]+)/g);
  const offered = names(read('packaging/compose/.env.example'), /^([A-Z_]+)=/gm);
  assert.deepEqual(offered.toSorted(), [...new Set(used)].toSorted());
});

test('the proxy of compose reaches the API only over the network that TRUSTED_PROXIES names', () => {
  const [, host] = /reverse_proxy (\S+):8080/.exec(read('packaging/compose/Caddyfile'))!;
  const { api, proxy } = compose.services;
  const networksOf = (service: { networks: string[] | Record<string, object | null> }) =>
    Array.isArray(service.networks) ? service.networks : Object.keys(service.networks);
  // A service has its name in all of its networks. Docker chooses one of them for a client that shares several with it.
  const named = Object.entries<typeof api>(compose.services).flatMap(([name, service]) =>
    networksOf(service).filter(
      (network) => name === host || service.networks[network]?.aliases?.includes(host),
    ),
  );
  const used = named.filter((network) => networksOf(proxy).includes(network));
  const subnets = used.map((network) => compose.networks[network].ipam?.config[0].subnet);
  assert.deepEqual(subnets, [api.environment.TRUSTED_PROXIES], `${host} is found in ${used.join(', ')}`);
  const others = Object.entries<typeof api>(compose.services).filter(
    ([name, service]) => !['api', 'proxy'].includes(name) && networksOf(service).includes(used[0]!),
  );
  assert.deepEqual(others, []);
});

test('containers of the service cannot write to their image or gain privileges', () => {
  assert.match(read('Dockerfile'), /^USER \d+:\d+$/m);
  assert.ok(ownServices.length >= 3);
  for (const service of ownServices) {
    assert.equal(service.read_only, true);
    assert.deepEqual(service.cap_drop, ['ALL']);
    assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
  }
  for (const text of templates.filter((template) => template.includes('containers:'))) {
    assert.match(text, /include "stellwerk\.containerSecurity"/);
    assert.match(text, /include "stellwerk\.podSecurity"/);
  }
});

test('the guide shows the unit and the nginx configuration that the packaging tests run', () => {
  const guide = read('docs/packaging.md') + read('docs/operations.md');
  for (const file of ['packaging/systemd/stellwerk.service', 'packaging/nginx/stellwerk.conf'])
    assert.ok(guide.includes(read(file).trim()), `The guides do not contain ${file} as it is`);
});

test('the context of the image has every file that a production installation is made of', () => {
  const packed = names(
    /const PRODUCT = \[(.*?)\]/s.exec(read('packaging/production/pack.js'))![1]!,
    /'([^']+)'/g,
  );
  const admitted = names(read('.dockerignore'), /^!(.+)$/gm);
  assert.ok(packed.length > 5);
  for (const name of packed) {
    assert.ok(existsSync(join(ROOT, name)), `${name} does not exist`);
    assert.ok(
      admitted.some((entry) => name === entry || name.startsWith(`${entry}/`)),
      `.dockerignore does not admit ${name}`,
    );
  }
});

test('wrong arguments of pack:production end it in one line, before it builds anything', () => {
  const file = join(ROOT, 'package.json');
  for (const [words, line] of [
    [[], 'Name the directory to create: npm run pack:production -- DIR'],
    [[ROOT], `${ROOT} is not empty. Name a directory that does not exist or is empty.`],
    [[file], `${file} cannot be used (EEXIST). Name a directory that this user can create or write to.`],
    [
      [join(ROOT, 'new'), '--witout-postgres'],
      "Unknown option '--witout-postgres'. The options are --without-postgres and --with-ocr.",
    ],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, ['packaging/production/pack.js', ...words], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [1, `pack: ${line}\n`]);
  }
});
