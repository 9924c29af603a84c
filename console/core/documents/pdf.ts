import {
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

// This part is loaded with the first PDF that is opened.

export {
  type PDFDocumentProxy,
  RenderingCancelledException,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Where the build puts what the library loads by name. */
const FILES = `${import.meta.env.BASE_URL}assets/pdfjs-${version}/`;

export const isPasswordMissing = (error: unknown): boolean => error instanceof PasswordException;

/** The worker could not be loaded, for example because the connection was lost. That says nothing about the PDF. */
export class WorkerMissingError extends Error {}

interface LoadingPdf {
  promise: Promise<PDFDocumentProxy>;
  /** Ends the worker. */
  destroy(): Promise<void>;
}

/** Opens a PDF. The data is given away to the worker. Rejects with a `WorkerMissingError` if that cannot be loaded. */
export function openPdf(data: ArrayBuffer): LoadingPdf {
  // If a worker of the library cannot be loaded, the library starts no other one until the page is loaded again.
  const port = new Worker(workerUrl, { type: 'module' });
  const missing = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new WorkerMissingError()));
  });
  const loading = getDocument({
    data: new Uint8Array(data),
    worker: PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS }),
    // The content policy allows no WebAssembly.
    useWasm: false,
    wasmUrl: FILES,
    cMapUrl: FILES,
    standardFontDataUrl: FILES,
    // Those of the device can have other widths, and the letters would be squeezed.
    useSystemFonts: false,
    disableWorkerRendering: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  return {
    promise: Promise.race([loading.promise, missing]),
    destroy: () => loading.destroy().finally(() => port.terminate()),
  };
}
