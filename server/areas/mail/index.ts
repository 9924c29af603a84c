export { mailEndpoints } from './endpoints.ts';
export { type MailReference, queueMail, SEND_MAIL } from './job.ts';
export { findTemplate, readMailSettings, readSender } from './queries.ts';
export { type Quota, sweepQuotas, takeFromQuota } from './quota.ts';
export { type ComposedMail, type Composer, MailMetrics, mailTask } from './task.ts';
export { TEMPLATES, type TemplateName } from './templates.ts';
export { type MailText, type MailTexts, renderMail, toSafeName } from './texts.ts';
