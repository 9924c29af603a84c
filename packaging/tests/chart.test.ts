import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { makeDirectory } from '../../server/testing/command-line.ts';
import { missing, ROOT, run } from './programs.ts';

// Renders the chart and checks the result against the API of Kubernetes. Without Helm, a program of ours renders it with the
// template functions that Helm uses (the Debian packages golang-go, golang-github-masterminds-sprig-dev, and
// golang-gopkg-yaml.v3-dev). `helm lint` runs too if there is a helm.

const LIBRARIES = '/usr/share/gocode';
const MODELS = 'kubernetes-models@5.1.0';
const skip =
  missing(['go']) ||
  (!existsSync(`${LIBRARIES}/src/github.com/Masterminds/sprig`) &&
    'needs golang-github-masterminds-sprig-dev');
const CHART = join(ROOT, 'packaging/helm/stellwerk');
const directory = await makeDirectory();

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: the API of Kubernetes checks it.
  spec: any;
}

function render(valuesFile: string): Manifest[] {
  const text = run('go', ['run', 'main.go', CHART, valuesFile], {
    cwd: join(ROOT, 'packaging/helm/render'),
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      GO111MODULE: 'off',
      GOPATH: LIBRARIES,
      GOCACHE: join(directory, 'go'),
    },
  });
  const documents = parseAllDocuments(text);
  assert.ok(Array.isArray(documents));
  return documents.map((document) => document.toJS()).filter((manifest) => manifest !== null);
}

const groupOf = ({ apiVersion }: Manifest) => (apiVersion === 'v1' ? 'v1' : apiVersion);

test('the chart', { skip }, async (context) => {
  const minimalValues = join(directory, 'minimal.yaml');
  await writeFile(
    minimalValues,
    'publicUrl: https://jobs.example.com\nexistingSecret: secrets\nblobUrl: s3://documents\n',
  );
  const minimal = render(minimalValues);
  const full = render(join(ROOT, 'packaging/helm/test-values.yaml'));
  run(
    'npm',
    ['install', '--prefix', directory, '--no-save', '--ignore-scripts', '--loglevel=error', MODELS],
    {
      cwd: directory,
    },
  );

  await context.test('has these parts', () => {
    const kinds = (manifests: Manifest[]) => manifests.map(({ kind }) => kind).toSorted();
    const always = [
      'Deployment',
      'Deployment',
      'Ingress',
      'Job',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
    ];
    assert.deepEqual(kinds(minimal), [...always, 'Service'].toSorted());
    assert.deepEqual(kinds(full), [...always, 'NetworkPolicy', 'NetworkPolicy', 'Service'].toSorted());
  });

  await context.test('fits the schemas of Kubernetes', async () => {
    for (const manifest of [...minimal, ...full]) {
      const file = join(
        directory,
        'node_modules/kubernetes-models',
        groupOf(manifest),
        `${manifest.kind}.js`,
      );
      const { [manifest.kind]: Model } = await import(pathToFileURL(file).href);
      new Model(manifest).validate();
    }
  });

  await context.test('has no property that Kubernetes does not have', async () => {
    const lines = [...minimal, ...full].map((manifest, index) => {
      const type = `import('kubernetes-models/${groupOf(manifest)}').I${manifest.kind}`;
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};\n`;
    });
    const file = join(directory, 'manifests.ts');
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--types', ''];
    const compile = async (text: string) => {
      await writeFile(file, text);
      const resolution = ['--moduleResolution', 'bundler', '--ignoreConfig', file];
      return run(join(ROOT, 'node_modules/.bin/tsc'), [...flags, ...resolution], { cwd: directory });
    };
    await compile(lines.join(''));
    const misspelt = lines.join('').replace('"readinessProbe"', '"readyProbe"');
    await assert.rejects(compile(misspelt), /'readyProbe'|"readyProbe"/);
  });

  await context.test('connects its parts', () => {
    const deployments = full.filter(({ kind }) => kind === 'Deployment');
    const matches = (selector: Record<string, string>, labels: Record<string, string>) =>
      Object.entries(selector).every(([name, value]) => labels[name] === value);
    const podLabels = (deployment: Manifest) => deployment.spec.template.metadata.labels;
    for (const deployment of deployments) {
      assert.ok(matches(deployment.spec.selector.matchLabels, podLabels(deployment)));
      const [container] = deployment.spec.template.spec.containers;
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        assert.equal(container[probe].httpGet.port, container.ports[0].name);
    }
    const service = full.find(({ kind }) => kind === 'Service')!;
    const served = deployments.filter((deployment) => matches(service.spec.selector, podLabels(deployment)));
    assert.deepEqual(
      served.map(({ metadata }) => metadata.name),
      ['test-stellwerk-api'],
    );
    const ingress = full.find(({ kind }) => kind === 'Ingress')!;
    assert.equal(ingress.spec.rules[0].host, 'jobs.example.com');
    assert.equal(ingress.spec.rules[0].http.paths[0].backend.service.name, service.metadata.name);
    const policies = full.filter(({ kind }) => kind === 'NetworkPolicy');
    // No rule, and so no access, for whom nobody is named.
    assert.deepEqual(
      policies.map(({ spec }) => spec.ingress?.length ?? 0),
      [1, 0],
    );
  });

  await context.test('passes a large number as an integer', () => {
    const deployments = full.filter(({ kind }) => kind === 'Deployment');
    for (const { spec } of deployments) {
      const { env } = spec.template.spec.containers[0] as { env: { name: string; value?: string }[] };
      assert.equal(env.find(({ name }) => name === 'DISK_FLOOR_MB')?.value, '2000000');
    }
  });

  await context.test('gives the login of the owner only to the Job that migrates', () => {
    const secretsOf = ({ spec }: Manifest): string[] =>
      spec.template.spec.containers[0].envFrom.map(
        ({ secretRef }: { secretRef: { name: string } }) => secretRef.name,
      );
    const secrets = (manifests: Manifest[], kind: string) =>
      manifests.filter((manifest) => manifest.kind === kind).map(secretsOf);
    assert.deepEqual(secrets(full, 'Job'), [['stellwerk-secrets', 'stellwerk-owner']]);
    assert.deepEqual(secrets(full, 'Deployment'), [['stellwerk-secrets'], ['stellwerk-secrets']]);
    assert.deepEqual(secrets(minimal, 'Job'), [['secrets']]);
  });

  const withoutHelm = missing(['helm']);
  await context.test('passes helm lint', { skip: withoutHelm }, () => {
    run('helm', ['lint', '--strict', '--values', join(ROOT, 'packaging/helm/test-values.yaml'), CHART]);
  });
});
