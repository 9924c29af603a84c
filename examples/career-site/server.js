// A career site in one process: node:http and the API client. The secret stays on the server; browsers only see pages.

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { BadRequestError, NotModifiedError, Stellwerk, StellwerkError } from '@stellwerk/sdk';
import { jobPage, listPage, messagePage } from './pages.js';

const LIST_AGE_MS = 60_000;
const CHOICES_AGE_MS = 3_600_000;
const MAXIMUM_FORM_BYTES = 10 * 1024 * 1024;
/** The channel for applications from the company's own website (GET /masterdata/channels). */
const HOMEPAGE = 28;

const client = new Stellwerk({
  apiHost: process.env.STELLWERK_URL ?? 'http://localhost:8080',
  // Only needed if the service is reached at another URL than its public one.
  audience: process.env.STELLWERK_AUDIENCE,
  clientId: process.env.STELLWERK_CLIENT_ID,
  clientSecret: process.env.STELLWERK_CLIENT_SECRET,
  customerName: 'Career-Site',
});

let list = { jobAds: [], etag: undefined, readAtMs: Number.NEGATIVE_INFINITY };

/**
 * The job ads that may be shown now. The end of an ad is not a change, so the ETag of the list stays the same. So the last day of
 * each ad is compared with the day of the visit, in UTC.
 */
async function openJobAds() {
  const today = new Date().toISOString().slice(0, 10);
  return (await activeJobAds()).filter(({ endDate }) => endDate === null || endDate >= today);
}

/** The active job ads. They are requested at most once a minute and read only if one has changed. */
async function activeJobAds() {
  if (Date.now() - list.readAtMs < LIST_AGE_MS) return list.jobAds;
  try {
    const { data, etag } = await client.jobAds.list({}, { ifNoneMatch: list.etag }).withResponse();
    const active = data.filter(({ status }) => status === 'Active');
    const jobAds = await Promise.all(active.map(({ jobAdId }) => client.jobAds.get(jobAdId)));
    list = { jobAds, etag, readAtMs: Date.now() };
  } catch (error) {
    // While the service is unavailable, an old list is better than none.
    if (!(error instanceof NotModifiedError) && list.etag === undefined) throw error;
    list.readAtMs = Date.now();
  }
  return list.jobAds;
}

let choices = { readAtMs: Number.NEGATIVE_INFINITY };
async function formChoices() {
  if (Date.now() - choices.readAtMs < CHOICES_AGE_MS) return choices;
  choices = {
    readAtMs: Date.now(),
    salutations: (await client.masterData.salutations()).salutations,
    // An expired one would be refused.
    sourceOfSupplyId: (await client.masterData.sourcesofsupply()).sourcesofsupply.find(
      (one) => !one.isExpired,
    ).id,
  };
  return choices;
}

class FormError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Reads the form and keeps no more than the limit. Reads to the end, because browsers show no response before that. */
async function readForm(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAXIMUM_FORM_BYTES) chunks.push(chunk);
  }
  if (bytes > MAXIMUM_FORM_BYTES) throw new FormError(413, 'Please send a file of at most 10 MB.');
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(Buffer.concat(chunks), { headers }).formData().catch(() => {
    throw new FormError(400, 'This form cannot be read.');
  });
}

async function submitApplication(jobAd, form) {
  const text = (name) => String(form.get(name) ?? '');
  const cv = form.get('cv');
  const hasFile = cv instanceof File && cv.size > 0;
  const application = {
    jobAdId: jobAd.jobAdId,
    channelId: HOMEPAGE,
    salutationId: Number(text('salutationId')),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phoneNumber: text('phoneNumber') || null,
    zipCode: text('zipCode'),
    city: text('city'),
    sourceOfSupplyId: (await formChoices()).sourceOfSupplyId,
    privacyChecked: form.has('privacyChecked'),
    termsOfUseChecked: form.has('termsOfUseChecked'),
    hasWhatsApp: false,
    whatsAppConsentChecked: false,
    keywords: [],
    documents: hasFile
      ? [{ filename: cv.name, base64File: cv, documentCategory: 'cv', shouldParseCV: true }]
      : [],
  };
  // An impatient visitor may send the form twice, and the key makes sure that this creates one application. A visitor who goes
  // back and changes something sends another application, so the key also depends on what is sent. The service rejects a key
  // that comes with other contents.
  const hash = createHash('sha256').update(JSON.stringify([text('formId'), application]));
  if (hasFile) hash.update(new Uint8Array(await cv.arrayBuffer()));
  await client.applications.receive(application, { idempotencyKey: `career-site-${hash.digest('hex')}` });
}

function send(response, status, page) {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    // Every form has an id that visitors must not share.
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
  });
  response.end(page);
}

async function apply(request, response, jobAd) {
  const form = await readForm(request);
  try {
    await submitApplication(jobAd, form);
  } catch (error) {
    if (!(error instanceof StellwerkError)) throw error;
    const isRejected = error instanceof BadRequestError;
    if (!isRejected) console.error(`${error.name}: ${error.message}`);
    const problems = isRejected ? error.validationErrors : [{ message: 'Please try again in a minute.' }];
    const values = Object.fromEntries(form);
    return send(response, isRejected ? 422 : 503, jobPage(jobAd, await formChoices(), { problems, values }));
  }
  return response.writeHead(303, { location: '/thanks' }).end();
}

async function handle(request, response) {
  const { pathname } = new URL(request.url, 'http://site');
  if (pathname === '/') return send(response, 200, listPage(await openJobAds()));
  if (pathname === '/thanks')
    return send(response, 200, messagePage('Thank you', 'We have received your application.'));

  const jobAdId = Number(/^\/jobs\/(\d+)$/.exec(pathname)?.[1]);
  const jobAd = (await openJobAds()).find((one) => one.jobAdId === jobAdId);
  if (jobAd === undefined)
    return send(response, 404, messagePage('Not found', 'This position is no longer open.'));
  if (request.method === 'POST') return apply(request, response, jobAd);
  return send(response, 200, jobPage(jobAd, await formChoices()));
}

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    if (response.headersSent) return response.destroy();
    if (error instanceof FormError) return send(response, error.status, messagePage('Sorry', error.message));
    console.error(`${error.name}: ${error.message}`);
    return send(response, 503, messagePage('One moment, please', 'Please try again in a minute.'));
  });
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`The career site is at http://localhost:${server.address().port}`),
);
