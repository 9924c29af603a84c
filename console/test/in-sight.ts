import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** The name of what has the focus, undefined if it is the page itself, and whether nothing of it can be seen. */
const FOCUSED = `(() => {
  const { activeElement: element } = document;
  if (element === document.body) return {};
  const { x, y, width, height } = element.getBoundingClientRect();
  const isOwn = (hit) => hit !== null && (element.contains(hit) || hit.contains(element));
  const isSeen = [0.1, 0.5, 0.9].some((across) =>
    [0.1, 0.5, 0.9].some((down) => isOwn(document.elementFromPoint(x + width * across, y + height * down))));
  const name = element.getAttribute('aria-label') ?? element.id + element.textContent.slice(0, 40);
  return { name: element.tagName + ' ' + name, isSeen };
})()`;

/** Goes through the page by a key until the focus leaves it, or as often as said. What has the focus is never covered completely. */
export async function walkInSight(page: Page, key: 'Tab' | 'Shift+Tab', most = 200): Promise<number> {
  const covered: string[] = [];
  let stops = 0;
  for (; stops < most; stops++) {
    await page.keyboard.press(key);
    const { name, isSeen } = await page.evaluate<{ name?: string; isSeen?: boolean }>(FOCUSED);
    if (name === undefined) break;
    if (isSeen !== true) covered.push(name);
  }
  assert.deepEqual(covered, []);
  return stops;
}
