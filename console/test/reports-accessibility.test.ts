import type { Page } from 'playwright-core';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';
import { insertReports } from './reports-data.ts';

const console = await openConsole();
await insertReports(console.service);
const { cookie } = await console.service.platform('branchManager');

const MAY = 'from=2026-05-01&to=2026-05-31';
const openMeanings = (page: Page) => page.getByText('Was die Zahlen bedeuten').click();

checkPages(console, cookie, {
  'the applications received': { path: `/reports?${MAY}` },
  'a period without applications': { path: '/reports?from=2020-01-01&to=2020-01-31' },
  'the figures of job ads': { path: `/reports?tab=jobs&${MAY}` },
  'the meaning of figures': { path: `/reports?tab=channels&${MAY}`, open: openMeanings },
  'the figures of requests': { path: '/reports?tab=requests' },
});
