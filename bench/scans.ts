import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { launchBrowser } from '../server/testing/browser.ts';

// Makes scans of PDFs: a browser draws their pages, lays them askew on grey paper, adds noise, and compresses them. The same in
// every run.

interface ScanSettings {
  /** Dots for each inch. */
  resolution: number;
  /** How far the paper lies askew, clockwise. */
  degrees: number;
  /** Of 255 shades, how far a pixel can be off. */
  noise: number;
  /** 0 to 1, of the JPEG. */
  quality: number;
}

interface Scanner {
  /** A PDF whose pages are pictures. */
  scan(pdf: Uint8Array, settings: ScanSettings): Promise<Buffer>;
  close(): Promise<void>;
}

const POINTS_PER_INCH = 72;
const HOST = 'http://scanner.test';
const LIBRARY = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))));
const TYPES: Record<string, string> = {
  mjs: 'text/javascript',
  ttf: 'font/ttf',
  pfb: 'application/octet-stream',
};

/** Runs in the browser. Returns JPEGs in Base64. */
const DRAW = `async ({ base64, resolution, degrees, noise, quality }) => {
  const pdfjs = await import('/legacy/build/pdf.mjs');
  pdfjs.GlobalWorkerOptions.workerSrc = '/legacy/build/pdf.worker.mjs';
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const pdf = await pdfjs.getDocument({ data, standardFontDataUrl: '/standard_fonts/', useSystemFonts: false }).promise;
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: resolution / 72 });
    const [clean, paper] = [0, 1].map(() => {
      const canvas = document.createElement('canvas');
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      return canvas;
    });
    await page.render({ canvas: clean, viewport }).promise;
    const context = paper.getContext('2d');
    context.fillStyle = '#ecebe6';
    context.fillRect(0, 0, paper.width, paper.height);
    context.translate(paper.width / 2, paper.height / 2);
    context.rotate((degrees * Math.PI) / 180);
    context.globalCompositeOperation = 'multiply';
    context.drawImage(clean, -paper.width / 2, -paper.height / 2);
    const pixels = context.getImageData(0, 0, paper.width, paper.height);
    for (let at = 0; at < pixels.data.length; at += 4) {
      const change = (random() + random() - 1) * noise;
      for (let channel = 0; channel < 3; channel++) pixels.data[at + channel] += change;
    }
    context.putImageData(pixels, 0, 0);
    pages.push(paper.toDataURL('image/jpeg', quality).split(',')[1]);
  }
  return pages;
}`;

export async function openScanner(): Promise<Scanner> {
  const { browser, close } = await launchBrowser();
  const page = await browser.newPage();
  await page.route(`${HOST}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    const contentType = TYPES[path.split('.').at(-1)!];
    return route.fulfill({ contentType, body: await readFile(join(LIBRARY, normalize(path))) });
  });
  await page.goto(`${HOST}/`);
  return {
    async scan(pdf, settings) {
      const argument = JSON.stringify({ base64: Buffer.from(pdf).toString('base64'), ...settings });
      const pages = await page.evaluate<string[]>(`(${DRAW})(${argument})`);
      return toPdf(
        pages.map((base64) => Buffer.from(base64, 'base64')),
        POINTS_PER_INCH / settings.resolution,
      );
    },
    close,
  };
}

function toPdf(pictures: readonly Buffer[], scale: number): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0 });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  for (const picture of pictures) {
    // @ts-expect-error: the types lack this method of the library.
    const image = pdf.openImage(picture) as { width: number; height: number };
    pdf.addPage({ size: [image.width * scale, image.height * scale], margin: 0 });
    pdf.image(picture, 0, 0, { scale });
  }
  pdf.end();
  return written;
}
