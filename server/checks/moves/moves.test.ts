import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTenant, judge } from './judge.ts';
import { runMoves } from './suite.ts';

// The short form of npm run moves. Then the same judge sees damage done by hand, because a judge that never finds anything proves
// nothing.

const skip = process.platform === 'linux' ? false : 'needs /proc to find the processes';

test('tenants that move while their callers write lose nothing', { skip, timeout: 600_000 }, async (t) => {
  const installation = await runMoves({
    seed: 1741,
    moves: 4,
    seconds: 0,
    writers: 2,
    documentBytes: 50_000,
    withWebhooks: false,
    tell: (line) => t.diagnostic(line),
  });
  t.after(() => installation.stop());
  for (const tenant of installation.tenants) {
    t.diagnostic(describeTenant(tenant));
    assert.ok(tenant.ledger.acknowledged > 0);
  }
  assert.deepEqual(await judge(installation, { withWebhooks: false }), []);

  await t.test('and the judge reports damage', async () => {
    const [tenant] = installation.tenants;
    const { id, server, ledger } = tenant!;
    const sql = (text: string, ...values: unknown[]) =>
      installation.databases[server].sql(text, [id, ...values]);
    const [lost, altered, unlogged] = ledger.records.filter(
      ({ entity, id: recordId, isApplication, documents }) =>
        entity === 'company' && recordId !== undefined && !isApplication && documents.size === 0,
    );
    await sql('DELETE FROM company WHERE tenant_id = $1 AND id = $2', lost!.id);
    await sql("UPDATE company SET remarks = 'v-1' WHERE tenant_id = $1 AND id = $2", altered!.id);
    await sql(
      "DELETE FROM change_log WHERE tenant_id = $1 AND entity = 'company' AND record_id = $2",
      unlogged!.id,
    );
    const elsewhere = server === 'first' ? 'north' : 'first';
    await installation.databases[elsewhere].sql(
      'INSERT INTO change_log SELECT * FROM jsonb_populate_record(NULL::change_log, $1)',
      [
        JSON.stringify(
          (await sql('SELECT to_jsonb(change_log) AS row FROM change_log WHERE tenant_id = $1 LIMIT 1'))[0]
            .row,
        ),
      ],
    );
    const found = await judge(installation, { withWebhooks: false });
    for (const pattern of [
      new RegExp(`company ${lost!.marker} was acknowledged with the id ${lost!.id} and is lost`),
      new RegExp(`company ${altered!.id} shows parts of several writes`),
      new RegExp(`company ${unlogged!.id} is 0 times in the feed as new`),
      /A reader that followed through the faults saw/,
      new RegExp(`The server "${elsewhere}" has`),
    ])
      assert.ok(
        found.some((finding) => pattern.test(finding)),
        `${pattern} is not among:\n${found.join('\n')}`,
      );
  });
});
