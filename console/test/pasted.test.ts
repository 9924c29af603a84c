import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const recruiter = await service.platform('recruiter');

const ITEM = 'class=MsoListParagraph style="mso-list:l0 level1 lfo1"';
const mark = (text: string) => `<span style="mso-list:Ignore">${text}<span>&nbsp;&nbsp; </span></span>`;

/** What is copied, and what the editor then has. */
const COPIED: readonly (readonly [from: string, html: string, shown: string])[] = [
  [
    'Word',
    `<html><head><style>p.MsoNormal {font-size:11pt}</style></head><body lang=DE><!--StartFragment-->
<h1>Aufgaben<o:p></o:p></h1>
<p class=MsoNormal>Sie <b>schweißen</b> und <span style="color:red">prüfen</span>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p ${ITEM}><![if !supportLists]>${mark('·')}<![endif]>Nähte</p>
<p ${ITEM}><![if !supportLists]>${mark('·')}<![endif]>Rohre</p>
<p ${ITEM}><![if !supportLists]>${mark('1.')}<![endif]>Planen</p><!--EndFragment--></body></html>`,
    '<h2>Aufgaben</h2><p>Sie <b>schweißen</b> und prüfen.</p><ul><li>Nähte</li><li>Rohre</li></ul><ol><li>Planen</li></ol>',
  ],
  [
    'Google Docs',
    '<b style="font-weight:normal;"><p dir="ltr"><span style="font-weight:700">Montage</span><span> vor Ort</span></p><ul><li><p><span style="font-style:italic">Früh</span></p></li></ul></b>',
    '<p><strong>Montage</strong> vor Ort</p><ul><li><p><em>Früh</em></p></li></ul>',
  ],
  [
    'a page',
    '<div><h5 onclick="x()">Wir bieten</h5><div>Hohe <a href="https://example.org/lohn" class="x">Löhne</a></div><script>alert(1)</script></div>',
    '<h4>Wir bieten</h4><p>Hohe <a href="https://example.org/lohn">Löhne</a></p>',
  ],
];

async function paste(page: Page, html: string, plain: string): Promise<string> {
  const editor = page.getByRole('textbox', { name: 'Aufgaben' });
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  return editor.evaluate(
    (field, copied) => {
      const { DataTransfer, ClipboardEvent } = globalThis as unknown as Record<
        string,
        new (
          ...values: unknown[]
        ) => { setData(type: string, text: string): void }
      >;
      const clipboardData = new DataTransfer!();
      if (copied.html !== '') clipboardData.setData('text/html', copied.html);
      clipboardData.setData('text/plain', copied.plain);
      const target = field as unknown as { dispatchEvent(event: unknown): void; innerHTML: string };
      target.dispatchEvent(new ClipboardEvent!('paste', { clipboardData, bubbles: true, cancelable: true }));
      return target.innerHTML;
    },
    { html, plain },
  );
}

/** Without the spaces between blocks, which nobody sees. */
const tidy = (html: string) =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/> (?=<(?:p|ul|ol|li|h\d)\b)/g, '>')
    .trim();

consoleTest(
  'what is pasted into a text of a job ad keeps its lists, headings, and bold words',
  async (page) => {
    await openAs(page, urlOf('/jobads/new'), recruiter.cookie);
    await page.getByRole('heading', { level: 1, name: 'Neue Stellenanzeige' }).waitFor();
    for (const [from, html, shown] of COPIED) assert.equal(tidy(await paste(page, html, 'x')), shown, from);
    const preview = page.getByRole('region', { name: 'Vorschau' });
    await preview.getByRole('link', { name: 'Löhne' }).waitFor();
  },
);

consoleTest('what is dropped is read like what is pasted', async (page) => {
  await openAs(page, urlOf('/jobads/new'), recruiter.cookie);
  await page.getByRole('heading', { level: 1, name: 'Neue Stellenanzeige' }).waitFor();
  const editor = page.getByRole('textbox', { name: 'Aufgaben' });
  await editor.click();
  await page.keyboard.type('x');
  const shown = await editor.evaluate((field) => {
    const { DataTransfer, DragEvent } = globalThis as unknown as Record<
      string,
      new (
        ...values: unknown[]
      ) => { setData(type: string, text: string): void }
    >;
    const dataTransfer = new DataTransfer!();
    dataTransfer.setData('text/html', '<p><b>Früh</b> <img src="https://example.org/x.png"></p>');
    const target = field as unknown as {
      dispatchEvent(event: unknown): void;
      innerHTML: string;
      getBoundingClientRect(): { x: number; y: number };
    };
    const { x, y } = target.getBoundingClientRect();
    const place = { clientX: x + 15, clientY: y + 15 };
    target.dispatchEvent(new DragEvent!('drop', { dataTransfer, ...place, bubbles: true, cancelable: true }));
    return target.innerHTML;
  });
  assert.match(shown, /<b>Früh<\/b>/);
  assert.doesNotMatch(shown, /<img/);
});

consoleTest('text without any of that is pasted as plain text', async (page) => {
  await openAs(page, urlOf('/jobads/new'), recruiter.cookie);
  await page.getByRole('heading', { level: 1, name: 'Neue Stellenanzeige' }).waitFor();
  const html =
    '<meta charset="utf-8"><div style="font-family:monospace"><span style="color:blue">2 &lt; 3</span></div>';
  assert.match(await paste(page, html, '2 < 3'), /^(?:<p>)?2 &lt; 3(?:<\/p>)?$/);
  assert.match(await paste(page, '', 'Nur <b>Text</b>'), /Nur &lt;b&gt;Text&lt;\/b&gt;/);
});
