export { mailEndpoints } from './endpoints.ts';
export { queueMail, SEND_MAIL } from './job-queries.ts';
export { findTemplate, readMailSettings, readSender } from './queries.ts';
export { type Quota, sweepQuotas, takeFromQuota } from './quota-queries.ts';
export { type Composer, MailMetrics, mailTask } from './task.ts';
export { TEMPLATES } from './templates.ts';
export { type MailTexts, renderMail, toSafeName } from './texts.ts';
