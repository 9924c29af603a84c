import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toSafeHtml } from './html.ts';

const REL = 'rel="noopener noreferrer nofollow"';

for (const [title, text, expected] of [
  ['a text without tags is kept', 'Wir suchen dich – „sofort“', 'Wir suchen dich – „sofort“'],
  [
    'allowed tags are kept',
    '<h2>T</h2><p>a <strong>b</strong> <em>c</em></p><ul><li>d</li></ul><ol><li>e</li></ol>',
    '<h2>T</h2><p>a <strong>b</strong> <em>c</em></p><ul><li>d</li></ul><ol><li>e</li></ol>',
  ],
  ['unclosed tags are closed', '<p><b>fett <i>kursiv</b></p>', '<p><b>fett <i>kursiv</i></b></p>'],
  ['special characters are escaped', 'a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['attributes are removed', '<p style="color:red" onclick="x()" class="y">a</p>', '<p>a</p>'],
  [
    'a link keeps its URL and gets a rel',
    '<a href="https://a.example/?x=1&y=2" target="_blank" onmouseover="x()">b</a>',
    `<a href="https://a.example/?x=1&amp;y=2" ${REL}>b</a>`,
  ],
  [
    'a rel that was sent is replaced',
    '<a rel="opener" href="http://a.example">b</a>',
    `<a href="http://a.example" ${REL}>b</a>`,
  ],
  [
    'white space in a link is encoded',
    '<a href=" mailto:ada@example.org?subject=Meine Bewerbung ">Ada</a>',
    `<a href="mailto:ada@example.org?subject=Meine%20Bewerbung" ${REL}>Ada</a>`,
  ],
  [
    'a mailto link is kept',
    '<a href="mailto:ada@example.org">Ada</a>',
    `<a href="mailto:ada@example.org" ${REL}>Ada</a>`,
  ],
  ['headings outside h2 to h4 become the nearest of them', '<h1>a</h1><h6>b</h6>', '<h2>a</h2><h4>b</h4>'],
  ['a div becomes a paragraph', '<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
  ['so does every other block', '<section>a</section><address>b</address>c', '<p>a</p><p>b</p>c'],
  ['a term and what it means do not join', '<dl><dt>a</dt><dd>b</dd></dl>', '<p>a</p><p>b</p>'],
  [
    'a row of a table becomes a paragraph',
    '<table><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
    '<p> a b</p><p> c d</p>',
  ],
  ['a line between texts becomes a break', 'a<hr>b', 'a<br />b'],
  [
    'blocks in each other become one paragraph',
    '<blockquote><section><p>a</p></section></blockquote>',
    '<p>a</p>',
  ],
  ['empty blocks are removed', '<p>a</p><p><br></p><ul><li> </li></ul><p>&nbsp;</p>', '<p>a</p>'],
] as const) {
  test(title, () => assert.equal(toSafeHtml(text), expected));
}

for (const text of ['', '   ', '<p></p>', '<br>', '<p>&nbsp;</p>', '<script>alert(1)</script>', '\u200b'])
  test(`${JSON.stringify(text)} becomes null`, () => assert.equal(toSafeHtml(text), null));

// Texts that would make a browser run or load something. They cover the classes of the well-known XSS cheat sheets.
const ATTACKS = [
  '<script>alert(1)</script>t',
  '<scr<script>ipt>alert(1)</scr</script>ipt>t',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>t',
  '<img src=x onerror=alert(1)>t',
  '<img/src="x"/onerror=alert(1)>t',
  '<svg onload=alert(1)>t',
  '<svg><script>alert(1)</script></svg>t',
  '<svg><style><img src=x onerror=alert(1)></style></svg>t',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">t',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">t',
  '<iframe src="javascript:alert(1)"></iframe>t',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>t',
  '<object data="data:text/html,<script>alert(1)</script>"></object>t',
  '<embed src="javascript:alert(1)">t',
  '<base href="https://evil.example/">t',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">t',
  '<link rel="stylesheet" href="//evil.example/x.css">t',
  '<style>@import "//evil.example/x.css";</style>t',
  '<form action="https://evil.example"><button formaction="javascript:alert(1)">x</button></form>t',
  '<input autofocus onfocus=alert(1)>t',
  '<details open ontoggle=alert(1)>t</details>',
  '<template><script>alert(1)</script></template>t',
  '<a href="javascript:alert(1)">t</a>',
  '<a href="JaVaScRiPt:alert(1)">t</a>',
  '<a href=" &#1; javascript:alert(1)">t</a>',
  '<a href="java&#x0A;script:alert(1)">t</a>',
  '<a href="java\tscript:alert(1)">t</a>',
  '<a href="&#106;avascript:alert(1)">t</a>',
  '<a href="vbscript:msgbox(1)">t</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">t</a>',
  '<a href="//evil.example">t</a>',
  '<a href="/\\evil.example">t</a>',
  '<a href="\\\\evil.example">t</a>',
  '<a href="https:evil.example">t</a>',
  '<a href="https://a.example" style="position:fixed;inset:0" onclick="alert(1)">t</a>',
  '<a href=\'https://a.example/"onmouseover="alert(1)\'>t</a>',
  '<p title="\'><script>alert(1)</script>">t</p>',
  '<p onclick=alert(1)//<b>t</p>',
  '<<b>script>alert(1)<</b>/script>t',
  '<!--><script>alert(1)</script>-->t',
  '<![CDATA[<script>alert(1)</script>]]>t',
  '<?xml version="1.0"?><script>alert(1)</script>t',
  '<xss style="behavior:url(x.htc)">t</xss>',
  '<p>t</p><plaintext><script>alert(1)</script>',
  '<title><img src=x onerror=alert(1)></title>t',
  '<textarea><script>alert(1)</script></textarea>t',
  '<xmp><p title="</xmp><svg/onload=alert(1)>">t',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<b>'.repeat(5000),
  `<p>${'<b>'.repeat(5000)}t`,
  `${'<b>'.repeat(501)}<<b>script>alert(1)<</b>/script>t`,
  `${'<b title="<">'.repeat(501)}<img src=x onerror=alert(1)>t`,
  `${'<b title="<">>'.repeat(501)}<a href="javascript:alert(1)">t</a>`,
];

for (const attack of ATTACKS)
  test(`${attack.slice(0, 80)} becomes harmless`, () => assertHarmless(toSafeHtml(attack) ?? ''));

test('of a text with more than 500 open tags, only the text is kept', () => {
  const text = (open: number) => toSafeHtml(`${'<b>'.repeat(open)}a &lt; b${'</i>'.repeat(open)}`);
  assert.equal(text(500), `${'<b>'.repeat(20)}a &lt; b${'</b>'.repeat(20)}`);
  assert.equal(text(501), ' a &lt; b ');
});

test('tags that are closed do not count as open, however many there are', () => {
  const text = '<p>a</p>'.repeat(3000);
  assert.equal(toSafeHtml(text), text);
});

// With a quadratic number of comparisons, this would take a quarter of an hour.
test('a text with a million tags that do not match is sanitized', () => {
  assert.equal(toSafeHtml('<b>'.repeat(500_000) + '</i>'.repeat(500_000)), null);
});

// The constants are tokens that an HTML parser treats specially, so that random texts reach its edge cases.
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '/',
        '"',
        "'",
        '=',
        ' ',
        '\n',
        '\t',
        '\0',
        '&',
        '&lt;',
        '&#60;',
        '&colon;',
        '<!--',
        '-->',
        ']]>',
        'script',
        'style',
        'svg',
        'math',
        'p',
        'div',
        'a ',
        'href=',
        'onerror=',
        'javascript:',
        'https://x.example',
        '<p>',
        '</p>',
        '<div>',
        '</div>',
        '<section>',
        '<blockquote>',
        '<hr>',
        '<table>',
        '<tr>',
        '<td>',
        '<td',
        '</tr>',
        '<ul>',
        '<li>',
        '</ul>',
        '<a href="',
        '">',
        '<b>',
        '</b>',
        '<br>',
        '<h1>',
        '<script>',
        '</script>',
        '<style>',
        '</style>',
        '<noscript>',
        '<textarea>',
        '<title>',
        '<xmp>',
        '<svg>',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

test('every random text becomes harmless', () => {
  fc.assert(
    fc.property(hostileText, (text) => assertHarmless(toSafeHtml(text) ?? '')),
    { numRuns: 5000 },
  );
});

test('sanitizing a sanitized text changes nothing', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const safe = toSafeHtml(text);
      if (safe !== null) assert.equal(toSafeHtml(safe), safe);
    }),
    { numRuns: 5000 },
  );
});

/** Asserts that every < and > belongs to an allowed tag in the sanitizer's own notation, so that no parser can misread it. */
function assertHarmless(html: string): void {
  const rest = html.replaceAll(
    /<\/?(p|ul|ol|li|h2|h3|h4|strong|em|b|i)>|<br \/>|<\/?a>|<a href="(https?:\/\/|mailto:)[^"<>\s]*" rel="noopener noreferrer nofollow">/gi,
    '',
  );
  assert.doesNotMatch(rest, /[<>]/, html);
}
