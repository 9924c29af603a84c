import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeMarkup, jsonData, markup, trusted } from './markup.ts';

test('interpolated values are escaped, between tags and in attributes', () => {
  const hostile = `<a href="x" class='y'>&`;
  assert.equal(
    markup`<p title="${hostile}">${hostile}</p>`.text,
    '<p title="&lt;a href=&quot;x&quot; class=&#39;y&#39;&gt;&amp;">&lt;a href=&quot;x&quot; class=&#39;y&#39;&gt;&amp;</p>',
  );
});

test('markup is not escaped again, lists are joined, and empty values add nothing', () => {
  assert.equal(
    markup`<ul>${['a', '<'].map((item) => markup`<li>${item}</li>`)}</ul>${null}${undefined}${false}${0}${''}${trusted('<br>')}`
      .text,
    '<ul><li>a</li><li>&lt;</li></ul>0<br>',
  );
});

test('an object that only looks like markup is not rendered', () => {
  const forged = JSON.parse('{"text":"<b>"}');
  assert.equal(markup`${forged}`.text, '');
});

test('characters that are illegal in XML are dropped', () => {
  assert.equal(escapeMarkup('a\u0000b\u0008c\ufffed\te\n'), 'abcd\te\n');
});

test('a value cannot end its data block, and the block parses to the same value', () => {
  const value = { text: '</script><!--<script>' };
  const { text } = jsonData('application/ld+json', value);
  assert.equal(text.indexOf('</script'), text.length - '</script>'.length);
  assert.deepEqual(JSON.parse(/>(.*)<\/script>$/.exec(text)![1]!), value);
});
