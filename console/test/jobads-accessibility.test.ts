import type { Page } from 'playwright-core';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const console = await openConsole();
const { jobAdId } = await insertApplications(console.service);
const { cookie } = await console.service.platform('recruiter');
const pipeline = `/jobads/${jobAdId}/pipeline`;

async function enterKnownEmail(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /mail/i }).fill('kandidat0@example.org');
  await page.getByRole('link', { name: 'Ada Muster' }).waitFor();
}

checkPages(console, cookie, {
  'job ads': { path: '/jobads' },
  'a new job ad': { path: '/jobads/new' },
  'a job ad': { path: `/jobads/${jobAdId}`, open: (page) => page.getByRole('article').waitFor() },
  'the pipeline': { path: pipeline },
  'the menu of a card': {
    path: pipeline,
    open: (page) => page.getByRole('button', { name: /…$/ }).first().click(),
  },
  'a new candidate': { path: `/candidates/new?jobAd=${jobAdId}`, open: enterKnownEmail },
});
