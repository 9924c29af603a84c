import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

// What a process of the service loads when it starts. Each of these takes one to fifteen megabytes, in every process.

const UNNEEDED = {
  // See node-http.ts.
  modules: ['internal/deps/undici/undici'],
  packages: ['sanitize-html', 'postcss', 'yaml', 'nodemailer', 'undici'],
};

test('a process of the service does not load what an idle one does not need', () => {
  const program = `
    for (const file of ['application', 'open-services', 'background-work', 'maintenance'])
      await import(new URL(file + '.ts', ${JSON.stringify(new URL('../', import.meta.url))}).href);
    const { createRequire } = await import('node:module');
    console.log(JSON.stringify({
      modules: process.moduleLoadList,
      packages: Object.keys(createRequire('${import.meta.filename}').cache),
    }));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  assert.equal(status, 0, stderr);
  const loaded = JSON.parse(stdout.trim().split('\n').at(-1)!) as typeof UNNEEDED;
  for (const name of UNNEEDED.modules)
    assert.ok(!loaded.modules.some((module) => module.endsWith(name)), `Something loads ${name}.`);
  for (const name of UNNEEDED.packages)
    assert.ok(
      !loaded.packages.some((file) => file.includes(`/node_modules/${name}/`)),
      `Something loads ${name}.`,
    );
});
