import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { mailTasks } from '../mail-tasks.ts';
import { startTestService } from './harness.ts';
import { type ReceivedMail, startMailServer } from './mail-server.ts';

/**
 * Starts a service with a mail server. Mails are sent only when a test calls `sendMails`. Every test of the file starts
 * without jobs, limits and mails, with the built-in texts, and with a server that accepts every mail.
 */
export async function startMailService() {
  const mailServer = await startMailServer();
  const service = await startTestService({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Platform <mail@firm.example>',
    // Tests advance the clock by days.
    SESSION_HOURS: '720',
    SESSION_IDLE_MINUTES: '43200',
  });
  const tasks = new Map(mailTasks(service.services).map((task) => [task.name, task]));

  beforeEach(async () => {
    mailServer.received.length = 0;
    mailServer.reject = undefined;
    mailServer.beforeConfirmation = undefined;
    for (const table of ['mail_setting', 'mail_template'])
      await service.sql(`DELETE FROM ${table} WHERE tenant_id = $1`, [service.tenant.id]);
    await service.sql('DELETE FROM mail_quota');
    await service.sql('DELETE FROM graphile_worker._private_jobs');
  });

  interface Job {
    id: string;
    task: string;
    payload: unknown;
  }

  /** In the order in which the queue runs those of a lane. */
  const jobs = () =>
    service.sql<Job>(
      `SELECT job.id, task.identifier AS task, job.payload FROM graphile_worker._private_jobs AS job
         JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id ORDER BY job.priority, job.run_at, job.id`,
    );

  /** Runs the jobs of mails until there are none, and returns the mails that arrived. */
  async function sendMails(): Promise<ReceivedMail[]> {
    const before = mailServer.received.length;
    for (;;) {
      const [job] = (await jobs()).filter(({ task }) => tasks.has(task));
      if (job === undefined) return mailServer.received.slice(before);
      await tasks.get(job.task)!.run(job.payload, { isLast: false });
      await service.sql('SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])', [job.id]);
    }
  }

  /** The only mail that arrives. */
  async function sendMail(): Promise<ReceivedMail> {
    const mails = await sendMails();
    assert.equal(mails.length, 1);
    return mails[0]!;
  }

  return { service, mailServer, tasks, jobs, sendMails, sendMail };
}
