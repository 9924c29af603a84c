export interface XmlHandler {
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string): void;
  text(text: string): void;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Hands the elements and texts of an XML document on in order. Enough for what word processors write: no DTD is read,
 * so no entity of a document's own is ever expanded; what is not well-formed is passed over.
 */
export function scanXml(xml: string, handler: XmlHandler): void {
  let position = 0;
  while (position < xml.length) {
    const start = xml.indexOf('<', position);
    if (start === -1) break;
    if (start > position) handler.text(decode(xml.slice(position, start)));
    if (xml.startsWith('<!--', start)) {
      position = endOf(xml, '-->', start);
    } else if (xml.startsWith('<![CDATA[', start)) {
      position = endOf(xml, ']]>', start);
      handler.text(xml.slice(start + 9, position - 3));
    } else {
      position = endOf(xml, '>', start);
      const tag = xml.slice(start + 1, position - 1);
      if (tag.startsWith('?') || tag.startsWith('!')) continue;
      if (tag.startsWith('/')) {
        handler.close(tag.slice(1).trim());
        continue;
      }
      const name = /^[^\s/]+/.exec(tag)?.[0] ?? '';
      handler.open(name, (attribute) => {
        const match = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
        return match === null ? undefined : decode(match[1] ?? match[2] ?? '');
      });
      if (tag.endsWith('/')) handler.close(name);
    }
  }
}

function endOf(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from);
  return end === -1 ? xml.length : end + mark.length;
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
