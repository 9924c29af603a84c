// A career site in one process: node:http and the client of the API. The secret stays here; browsers only see pages.

import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { BadRequestError, NotFoundError, NotModifiedError, Stellwerk } from '@stellwerk/sdk';
import { jobPage, listPage, messagePage } from './pages.js';

const LIST_AGE_MS = 60_000;
const MAXIMUM_FORM_BYTES = 10 * 1024 * 1024;
/** GET /masterdata/channels: an application from the firm's own homepage. */
const HOMEPAGE = 28;

const client = new Stellwerk({
  apiHost: process.env.STELLWERK_URL ?? 'http://localhost:8080',
  // Only where the service is reached at another address than the one it calls itself by.
  audience: process.env.STELLWERK_AUDIENCE,
  clientId: process.env.STELLWERK_CLIENT_ID,
  clientSecret: process.env.STELLWERK_CLIENT_SECRET,
  customerName: 'Career-Site',
});

let list = { jobAds: [], etag: undefined, readAtMs: Number.NEGATIVE_INFINITY };

/** The active job ads, asked for once a minute and only read when one has changed. */
async function activeJobAds() {
  if (Date.now() - list.readAtMs < LIST_AGE_MS) return list.jobAds;
  try {
    const { data, etag } = await client.jobAds.list({}, { ifNoneMatch: list.etag }).withResponse();
    const active = data.filter(({ status }) => status === 'Active');
    const jobAds = await Promise.all(active.map(({ jobAdId }) => client.jobAds.get(jobAdId)));
    list = { jobAds, etag, readAtMs: Date.now() };
  } catch (error) {
    // An older list is better than none while the service is away.
    if (!(error instanceof NotModifiedError) && list.etag === undefined) throw error;
    list.readAtMs = Date.now();
  }
  return list.jobAds;
}

let choices;
async function formChoices() {
  choices ??= {
    salutations: (await client.masterData.salutations()).salutations,
    sourceOfSupplyId: (await client.masterData.sourcesofsupply()).sourcesofsupply[0].id,
  };
  return choices;
}

async function readForm(request) {
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAXIMUM_FORM_BYTES)
    return undefined;
  const { headers, method } = request;
  return new Request('http://form', {
    method,
    headers,
    body: Readable.toWeb(request),
    duplex: 'half',
  }).formData();
}

async function handOver(jobAd, form) {
  const text = (name) => String(form.get(name) ?? '');
  const cv = form.get('cv');
  const hasFile = cv instanceof File && cv.size > 0;
  await client.applications.receive(
    {
      jobAdId: jobAd.jobAdId,
      channelId: HOMEPAGE,
      salutationId: Number(text('salutationId')),
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      zipCode: text('zipCode'),
      city: text('city'),
      sourceOfSupplyId: (await formChoices()).sourceOfSupplyId,
      privacyChecked: form.has('privacyChecked'),
      termsOfUseChecked: form.has('termsOfUseChecked'),
      hasWhatsApp: false,
      whatsAppConsentChecked: false,
      keywords: [],
      documents: hasFile
        ? [{ filename: cv.name, base64File: cv.stream(), documentCategory: 'cv', shouldParseCV: true }]
        : [],
    },
    // Sent twice by an impatient visitor, the form still makes one application.
    { idempotencyKey: `career-site-${text('formId')}` },
  );
}

async function answer(request, response) {
  const send = (status, page) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  const { pathname } = new URL(request.url, 'http://site');
  if (pathname === '/') return send(200, listPage(await activeJobAds()));
  if (pathname === '/thanks') return send(200, messagePage('Thank you', 'Your application has arrived.'));

  const jobAdId = Number(/^\/jobs\/(\d+)$/.exec(pathname)?.[1]);
  const jobAd = (await activeJobAds()).find((one) => one.jobAdId === jobAdId);
  if (jobAd === undefined) return send(404, messagePage('Not found', 'This position is not open any more.'));
  if (request.method !== 'POST') return send(200, jobPage(jobAd, await formChoices()));

  const form = await readForm(request);
  if (form === undefined) return send(413, messagePage('Too large', 'Please send a file of at most 10 MB.'));
  try {
    await handOver(jobAd, form);
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    const problems = error.validationErrors.map(({ message }) => message);
    // What was refused may be corrected: the next try is another one.
    const values = { ...Object.fromEntries(form), formId: undefined };
    return send(422, jobPage(jobAd, await formChoices(), { problems, values }));
  }
  return response.writeHead(303, { location: '/thanks' }).end();
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    const isGone = error instanceof NotFoundError;
    console.error(`${error.name}: ${error.message}`);
    if (response.headersSent) return response.destroy();
    response
      .writeHead(isGone ? 404 : 503, { 'content-type': 'text/html; charset=utf-8' })
      .end(messagePage(isGone ? 'Not found' : 'One moment, please', 'Please try again in a minute.'));
  });
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`The career site is at http://localhost:${server.address().port}`),
);
