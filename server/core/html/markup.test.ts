import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeMarkup, jsonData, markup, trusted } from './markup.ts';

test('what is put in is escaped, between tags and in attributes', () => {
  const hostile = `<a href="x" class='y'>&`;
  assert.equal(
    markup`<p title="${hostile}">${hostile}</p>`.text,
    '<p title="&lt;a href=&quot;x&quot; class=&#39;y&#39;&gt;&amp;">&lt;a href=&quot;x&quot; class=&#39;y&#39;&gt;&amp;</p>',
  );
});

test('markup stays markup, lists are joined, and nothing is nothing', () => {
  assert.equal(
    markup`<ul>${['a', '<'].map((item) => markup`<li>${item}</li>`)}</ul>${null}${undefined}${false}${0}${''}${trusted('<br>')}`
      .text,
    '<ul><li>a</li><li>&lt;</li></ul>0<br>',
  );
});

test('an object that looks like markup is not', () => {
  const forged = JSON.parse('{"text":"<b>"}');
  assert.equal(markup`${forged}`.text, '');
});

test('characters that no XML may contain are dropped', () => {
  assert.equal(escapeMarkup('a\u0000b\u0008c\ufffed\te\n'), 'abcd\te\n');
});

test('a data block cannot be ended from inside and says the same', () => {
  const value = { text: '</script><!--<script>' };
  const { text } = jsonData('application/ld+json', value);
  assert.equal(text.indexOf('</script'), text.length - '</script>'.length);
  assert.deepEqual(JSON.parse(/>(.*)<\/script>$/.exec(text)![1]!), value);
});
