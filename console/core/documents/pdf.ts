import {
  GlobalWorkerOptions,
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
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

GlobalWorkerOptions.workerSrc = workerUrl;

/** Where the build puts what the library loads by name. */
const FILES = `${import.meta.env.BASE_URL}assets/pdfjs-${version}/`;

export const isPasswordMissing = (error: unknown): boolean => error instanceof PasswordException;

interface LoadingPdf {
  promise: Promise<PDFDocumentProxy>;
  /** Ends the worker. */
  destroy(): Promise<void>;
}

/** Opens a PDF. The data is given away to the worker. */
export function openPdf(data: ArrayBuffer): LoadingPdf {
  return getDocument({
    data: new Uint8Array(data),
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
}
