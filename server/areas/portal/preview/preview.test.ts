import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { insertBranch, Visitor } from '../../../testing/portal-visitor.ts';

const service = await startTestService();
const recruiter = await service.platform('recruiter');
const admin = await service.platform('admin');
const visitor = new Visitor(service);

const DRAFT = {
  employmentType: 'Voll- oder Teilzeit',
  salary: { from: 14.96, to: 16, currency: 'EUR', period: 'hour' },
  location: { zipCode: '10115', city: 'Berlin', countryId: 276 },
  introduction: '<p>Für unseren <b>Kunden</b> & seine <a href="https://a.example">Halle</a></p>',
  tasks: '<h2>Täglich</h2><ul><li>Packen</li></ul>',
  profile: '<p onclick="x()">Kraft<script>alert(1)</script></p>',
  benefits: '<p>&nbsp;</p>',
};

const preview = async (body: object) => {
  const response = await recruiter.post('/jobads/preview', body);
  assert.equal(response.status, 200, response.text);
  return response.body as { language: string; facts: string[]; html: string };
};

/** What the page of the ad has in this element. */
const part = (text: string, start: string, end: string): string =>
  text.slice(text.indexOf(start) + start.length, text.indexOf(end, text.indexOf(start)));

test('a preview is what the portal shows after the publication', async () => {
  const officeId = await insertBranch(service, 'Berlin');
  const draft = await preview(DRAFT);
  const { body } = await recruiter.post('/jobads', { title: 'Lagerhelfer', officeId, ...DRAFT });
  assert.equal((await recruiter.post(`/jobads/${body.id}/publish`)).status, 204);
  const { text } = await visitor.own(`/${body.id}`);
  assert.equal(part(text, '<div class="prose">', '</div>\n<aside').trim(), draft.html.trim());
  assert.equal(
    part(text, '<p class="lead facts">', '</p>'),
    draft.facts.map((fact) => `<span>${fact}</span>`).join(''),
  );
  assert.match(draft.html, /<h2 id="tasks">/);
  assert.doesNotMatch(draft.html, /script|onclick|benefits/);
});

test('everything can be absent, and nothing is stored', async () => {
  const recorded = await recordedBy(service, async () => {
    const { facts, html } = await preview({});
    assert.deepEqual([facts, html.trim()], [[], '']);
  });
  assert.deepEqual(recorded, NOTHING);
});

test('facts and headings have the language of the ads', async () => {
  assert.equal((await admin.put('/portal', { language: 'en' })).status, 204);
  const { language, facts, html } = await preview(DRAFT);
  assert.deepEqual([language, facts[1]], ['en', 'Full-time, Part-time']);
  assert.match(html, /<h2 id="tasks">Your tasks<\/h2>/);
});
