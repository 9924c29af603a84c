import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailService } from '../../testing/mail-service.ts';

const { service, mailServer, tasks, jobs, sendMails, sendMail } = await startMailService();
const { tenant } = service;
const admin = await service.platform('admin');

async function insertRegistration(event = 1401, host = 'hooks.example.com') {
  const [registration] = await service.sql<{ id: number }>(
    `INSERT INTO webhook_registration (tenant_id, event_type_id, url, url_key)
     VALUES ($1, $2, $3, gen_random_uuid()) RETURNING id`,
    [tenant.id, event, `https://${host}/secret?token=hidden`],
  );
  const pause = (notifies: boolean) =>
    service.sql(
      `WITH turn AS MATERIALIZED (SELECT * FROM take_webhook_turn($1, $2, interval '30 seconds', 1))
       SELECT r.* FROM turn, record_webhook_results($1, $2, turn.lease::timestamptz, interval '30 seconds', 0, '[]', 'paused', true, $3) AS r`,
      [tenant.id, registration!.id, notifies],
    );
  const reactivate = () =>
    service.sql('UPDATE webhook_registration SET paused_at = NULL WHERE tenant_id = $1', [tenant.id]);
  const remove = () =>
    service.sql('DELETE FROM webhook_registration WHERE tenant_id = $1 AND id = $2', [
      tenant.id,
      registration!.id,
    ]);
  return { pause, reactivate, remove };
}

type Registration = Awaited<ReturnType<typeof insertRegistration>>;

test('the users who may write webhooks, or the contact address, learn that a registration is paused', async () => {
  for (const role of ['viewer', 'recruiter'] as const) await service.platform(role);
  const integrator = await service.platform('integrator');
  const { pause, reactivate } = await insertRegistration();
  await pause(false);
  assert.deepEqual(await jobs(), []);
  await reactivate();
  await pause(true);
  await pause(true);
  const notices = await sendMails();
  assert.deepEqual(
    notices.map(({ recipients }) => recipients),
    [[admin.user.email], [integrator.user.email]],
  );
  const { parsed } = notices[0]!;
  assert.equal(parsed.subject, 'Webhook angehalten: candidate.created an hooks.example.com');
  assert.match(parsed.text!, /^Guten Tag,\n\nje 10 Aufrufe in Folge sind fehlgeschlagen/);
  assert.doesNotMatch(parsed.text!, /hidden|secret/);
  await admin.put('/mail/settings', { contactAddress: 'it@firm.example' });
  await service.clock.advance(60_000);
  await reactivate();
  await pause(true);
  const second = await sendMail();
  assert.deepEqual(second.recipients, ['it@firm.example']);
  assert.notEqual(second.parsed.messageId, parsed.messageId);
  await reactivate();
  await pause(true);
  await reactivate();
  assert.deepEqual(await sendMails(), []);
});

test('a recipient whom the server refuses for now is tried again without the other recipients', async () => {
  const [{ email: other } = assert.fail()] = await service.sql<{ email: string }>(
    "SELECT email FROM user_account WHERE tenant_id = $1 AND role = 'integrator'",
    [tenant.id],
  );
  const { pause, remove } = await insertRegistration();
  await pause(true);
  mailServer.reject = { at: 'recipient', status: 450, address: admin.user.email };
  await assert.rejects(sendMails(), /response 450/);
  const [refused, waiting, ...none] = await jobs();
  assert.deepEqual(none, []);
  await tasks.get('send-mail')!.run(waiting!.payload);
  mailServer.reject = undefined;
  await tasks.get('send-mail')!.run(refused!.payload);
  assert.deepEqual(
    mailServer.received.map(({ recipients }) => recipients),
    [[other], [admin.user.email]],
  );
  const [first, second] = mailServer.received.map(({ parsed }) => parsed.messageId);
  assert.notEqual(first, second);
  await remove();
});

test('one mail lists the registrations that are paused within two minutes, by receiver', async () => {
  await admin.put('/mail/settings', { contactAddress: 'it@firm.example' });
  const registrations = [];
  for (const [event, host] of [
    [1401, 'hooks.example.com'],
    [1402, 'hooks.example.com'],
    [1402, 'other.example.com'],
    [1404, 'hooks.example.com'],
  ] as const)
    registrations.push(await insertRegistration(event, host));
  for (const { pause } of registrations) await pause(true);
  await registrations[1]!.remove();
  const { parsed } = await sendMail();
  assert.equal(parsed.subject, '3 Webhooks angehalten: hooks.example.com, other.example.com');
  const [, list] = /angehalten:\n\n([\s\S]*)\n\nSeitdem/.exec(parsed.text!)!;
  assert.deepEqual(list!.replaceAll(/, seit .*/g, '').split('\n'), [
    'hooks.example.com',
    'candidate.created',
    'candidate.statusChanged',
    '',
    'other.example.com',
    'candidate.changed',
  ]);
  assert.ok(parsed.text!.includes(`${service.services.settings.publicUrl}/app/developers\n`));
  for (const { remove } of registrations) await remove();
});

test('further pauses within a day are told of after an hour, together', async () => {
  const registrations = [];
  for (const event of [1401, 1402, 1404]) registrations.push(await insertRegistration(event));
  const [first, second, third] = registrations as [Registration, Registration, Registration];
  const minutesOf = async (): Promise<number[]> =>
    (
      await service.sql<{ minutes: number }>(
        'SELECT round(extract(epoch FROM run_at - clock_timestamp()) / 60)::int AS minutes FROM graphile_worker._private_jobs',
      )
    ).map(({ minutes }) => minutes);
  await first.pause(true);
  assert.deepEqual(await minutesOf(), [2]);
  await sendMails();
  await service.clock.advance(3 * 60_000);
  await second.pause(true);
  await third.pause(true);
  assert.deepEqual(await minutesOf(), [60]);
  for (const { remove } of registrations) await remove();
});
