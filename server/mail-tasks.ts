import {
  composePasswordMail,
  PASSWORD_LINK,
  PREPARE_RESET,
  passwordResetTask,
  sweepPasswordLinks,
} from './areas/access/index.ts';
import { APPLICATION_RECEIVED, composeConfirmation } from './areas/applications/index.ts';
import { type MailMetrics, mailTask, SEND_MAIL, sweepQuotas } from './areas/mail/index.ts';
import { composePauseNotice, WEBHOOK_PAUSED } from './areas/webhooks/index.ts';
import type { SystemDatabase } from './core/db/connection.ts';
import { LONGEST_SENDING_MS } from './core/mail/index.ts';
import type { QueueTask } from './core/queue/index.ts';
import { releaseStalledJobs } from './core/queue/jobs.ts';
import type { Services } from './core/services.ts';

/** The background tasks that send mails and remove what has expired. `queue` is the database of their jobs. */
export function mailTasks(
  services: Services,
  metrics?: MailMetrics,
  queue: SystemDatabase = services.database.system,
): QueueTask[] {
  const { system } = services.database;
  const composers = {
    [APPLICATION_RECEIVED]: composeConfirmation,
    [WEBHOOK_PAUSED]: composePauseNotice,
    [PASSWORD_LINK]: composePasswordMail,
  };
  return [
    mailTask(services, composers, metrics),
    passwordResetTask(services),
    {
      name: 'release-stalled-mails',
      schedule: '*/5 * * * *',
      concernsItsQueue: true,
      run: () => releaseStalledJobs(queue, [SEND_MAIL, PREPARE_RESET], (2 * LONGEST_SENDING_MS) / 1000),
    },
    {
      name: 'sweep-password-links',
      schedule: '23 * * * *',
      async run() {
        await sweepPasswordLinks(system);
        await sweepQuotas(system);
      },
    },
  ];
}
