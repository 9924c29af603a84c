import { Parser } from 'htmlparser2';
import { UnreadableError } from './lines.ts';

// Word processors nest a few dozen elements. The parser's cost grows with the square of the depth.
const MAXIMUM_DEPTH = 1000;

export interface XmlHandler {
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string): void;
  text(text: string): void;
}

/**
 * Hands the elements and texts of an XML document on in order. No DTD is read, so no entity of a document's own is
 * ever expanded. What is not well-formed is passed over: elements that stay open are closed at the end. Throws
 * UnreadableError where elements are nested too deeply.
 */
export function scanXml(xml: string, handler: XmlHandler): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAXIMUM_DEPTH) throw new UnreadableError('damaged');
        handler.open(name, (attribute) => attributes[attribute]);
      },
      onclosetag(name) {
        depth -= 1;
        handler.close(name);
      },
      ontext: (text) => handler.text(text),
    },
    { xmlMode: true },
  );
  parser.end(xml);
}
