import { readCoverage } from '../../acceptance/coverage.ts';
import { findMigrationFaults } from './frozen-migrations.ts';
import { findOutdated, run } from './generated.ts';
import { findRecordFormFaults } from './record-forms.ts';
import { findViolations } from './tidy.ts';

// npm run check: everything that can be checked without running the service. A failed check does not stop the others.

interface Check {
  name: string;
  /** The command that fixes what this check finds, or where to look. */
  fix: string;
  /** What is wrong; empty when nothing is. */
  find(): Promise<string>;
}

async function outputOfFailure(
  program: string,
  args: string[],
  environment?: Record<string, string>,
): Promise<string> {
  const { status, output } = await run(program, args, environment);
  return status === 0 ? '' : output.trim() || `${program} ended with status ${status}`;
}

const CHECKS: Check[] = [
  {
    name: 'TypeScript',
    fix: 'npx tsc -p . --noEmit',
    find: () => outputOfFailure('tsc', ['-p', '.', '--noEmit']),
  },
  {
    name: 'TypeScript of the console',
    fix: 'npx tsc -p console --noEmit',
    find: () => outputOfFailure('tsc', ['-p', 'console', '--noEmit']),
  },
  {
    name: 'Biome',
    fix: 'npx biome check --write .',
    find: () => outputOfFailure('biome', ['check', '--error-on-warnings', '.']),
  },
  {
    name: 'generated files',
    fix: 'npm run gen',
    find: async () => (await findOutdated()).map((path) => `${path} is out of date`).join('\n'),
  },
  {
    name: 'migrations',
    fix: 'see "Migrations" in docs/releasing.md',
    find: async () => (await findMigrationFaults()).join('\n'),
  },
  {
    name: 'form of the records',
    fix: 'see "The form of the records" in docs/adding-an-endpoint.md',
    find: async () => (await findRecordFormFaults()).join('\n'),
  },
  {
    name: 'OpenAPI documents',
    fix: 'npx redocly lint openapi/v3.json openapi/platform.json',
    async find() {
      // Warnings leave the exit status at 0; the report counts them.
      const { status, output } = await run(
        'redocly',
        ['lint', '--format=json', 'openapi/v3.json', 'openapi/platform.json'],
        {
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      );
      return status === 0 && /"warnings": 0\b/.test(output) ? '' : output.trim();
    },
  },
  {
    name: 'value lists',
    fix: 'node server/areas/masterdata/catalogs/build.ts',
    find: () => outputOfFailure('server/areas/masterdata/catalogs/build.ts', ['--check']),
  },
  {
    name: 'postal codes',
    fix: 'node server/areas/addresses/gazetteer/build.ts',
    find: () => outputOfFailure('server/areas/addresses/gazetteer/build.ts', ['--check']),
  },
  {
    name: 'rules of the interface',
    fix: 'give each rule of acceptance/rules/ a test, or the reason why none can show it',
    find: async () => (await readCoverage()).faults.join('\n'),
  },
  {
    name: 'tidiness',
    fix: 'see "House rules" in docs/adding-an-endpoint.md',
    find: async () => (await findViolations()).join('\n'),
  },
];

let failed = 0;
for (const { name, fix, find } of CHECKS) {
  const found = await find().catch((error: unknown) => String(error));
  if (found === '') {
    console.log(`ok      ${name}`);
  } else {
    failed++;
    console.log(`FAILED  ${name}; to fix it: ${fix}\n${found.replaceAll(/^/gm, '        ')}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
