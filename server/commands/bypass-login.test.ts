import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory } from '../testing/command-line.ts';
import { databaseUrl, TEST_MASTER_KEY } from '../testing/template.ts';

// A login that bypasses row-level security and is no superuser.

const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
const role = `test_${randomBytes(8).toString('hex')}`;
after(async () => {
  await admin.query(`DROP DATABASE ${role} WITH (FORCE)`);
  await admin.query(`DROP ROLE ${role}`);
  await admin.end();
});

for (const privilege of ['NOCREATEROLE', 'CREATEROLE'])
  test(`a login with BYPASSRLS and ${privilege} is refused with the way out, which works`, async () => {
    const isFirst = privilege === 'NOCREATEROLE';
    if (isFirst) {
      await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'test'`);
      await admin.query(`CREATE DATABASE ${role} OWNER ${role}`);
    }
    await admin.query(`ALTER ROLE ${role} BYPASSRLS ${privilege}`);
    const environment = {
      DATA_DIR: await makeDirectory(),
      MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
      DATABASE_URL: databaseUrl(adminUrl, role, { user: role, password: 'test' }),
    };
    const statement = `ALTER ROLE "${role}" NOBYPASSRLS`;
    const wayOut = `The login ${role} has BYPASSRLS, so it would see the data of all tenants. As a superuser, run: ${statement}`;
    const migrate = () => callCommand(['migrate'], environment);
    const refused = await migrate();
    assert.deepEqual(
      [refused.code, refused.stderr],
      [1, `stellwerk: DATABASE_URL: Nothing was changed. ${wayOut}\n`],
    );
    const doctor = await callCommand(['doctor'], environment);
    assert.equal(doctor.code, 1);
    assert.ok(doctor.stdout.includes(wayOut), doctor.stdout);
    await admin.query(statement);
    const { code, stderr } = await migrate();
    assert.equal(code, 0, stderr);
  });
