import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastCheck from 'fast-check';
import { runBounded } from '../../testing/bounded.ts';
import { adHtml } from './ad-html.ts';

const cases: [title: string, html: string, expected: string][] = [
  [
    'permitted tags are kept without their attributes',
    '<P class="x">a <B>b</B></P>',
    '<p>a <strong>b</strong></p>',
  ],
  ['headings move below the headings of the page', '<h2>a</h2><h4>b</h4>', '<h3>a</h3><h5>b</h5>'],
  ['other tags are removed, and their text is kept', '<div><blink>a</blink></div>', 'a'],
  ['names of properties of objects are no tags', '<constructor>a</constructor>', 'a'],
  ['scripts and styles are removed with their contents', 'a<script>b<b></script>c<style>d', 'ac'],
  ['unclosed tags are closed', '<ul><li>a', '<ul><li>a</li></ul>'],
  ['closing tags without an opening tag are removed', 'a</p></div>', 'a'],
  ['overlapping tags are nested correctly', '<em><strong>a</em>b</strong>', '<em><strong>a</strong></em>b'],
  [
    'links keep safe URLs',
    '<a href="https://a.example/?b=1&amp;c">d</a>',
    '<a href="https://a.example/?b=1&amp;c" rel="nofollow noopener">d</a>',
  ],
  [
    'links lose other URLs',
    '<a href="JavaScript:alert(1)">a</a><a href=\'data:text/html,x\'>b</a>',
    '<a>a</a><a>b</a>',
  ],
  [
    'links lose URLs that are obfuscated with entities',
    '<a href="&#106;avascript:alert(1)">a</a>',
    '<a>a</a>',
  ],
  [
    'entities are kept, and all other special characters are escaped',
    'a &amp; b & c &lt;d> "e" &uuml; &#x41;',
    'a &amp; b &amp; c &lt;d&gt; &quot;e&quot; &uuml; &#x41;',
  ],
  ['incomplete tags are text', 'a < b <p', 'a &lt; b &lt;p'],
  ['comments are escaped as text', '<!-- <b>a</b> -->', '&lt;!-- <strong>a</strong> --&gt;'],
];

for (const [title, html, expected] of cases) {
  test(title, () => assert.equal(adHtml(html).text, expected));
}

test('for any input, the output has only permitted tags, and all of them are closed', () => {
  const piece = fastCheck.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    ' ',
    '&',
    ';',
    'p',
    'a',
    'href',
    'script',
    'style',
    'li',
    'https://a',
    'javascript:',
    '<p>',
    '</p>',
    '<a href="',
    '<script>',
    '</script>',
    '<ul>',
    '<b>',
    '</b>',
    '&lt;',
    '\u0000',
    'ü',
  );
  const allowed =
    /^(?:[^<>]|<\/?(?:p|ul|ol|li|strong|em|h3|h4|h5|a)>|<br>|<a href="(?:https?:\/\/|mailto:|tel:)[^"<>]*" rel="nofollow noopener">)*$/;
  fastCheck.assert(
    fastCheck.property(fastCheck.array(piece, { maxLength: 60 }), (pieces) => {
      const { text } = adHtml(pieces.join(''));
      assert.match(text, allowed);
      const open: string[] = [];
      for (const [, end, tag] of text.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        if (tag === 'br') continue;
        if (end === '') open.push(tag!);
        else assert.equal(open.pop(), tag);
      }
      assert.deepEqual(open, []);
    }),
    { numRuns: 3000 },
  );
});

test('a text of a megabyte takes linear time', () => {
  const MEGABYTE = 1_000_000;
  const fill = (piece: string, length = MEGABYTE) => piece.repeat(length / piece.length);
  for (const text of [
    ...['<script>', '<a href="', '<', '<p', '<p>', '</p>', '&amp;', ' href=', '<a href="x'].map((piece) =>
      fill(piece),
    ),
    `<${fill('a')}`,
    `<a${fill(' ')}`,
    `<a href${fill(' ')}>`,
    `<a ${fill(' href="')}>`,
    `<a href="http://${fill('a')}\n">`,
    fill('<p>', MEGABYTE / 2) + fill('</ul>', MEGABYTE / 2),
    fill('<p>', MEGABYTE / 2) + fill('<b></b>', MEGABYTE / 2),
  ])
    assert.equal(typeof runBounded(() => adHtml(text)).text, 'string');
});
