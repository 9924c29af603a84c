import { toStoredFileName } from './stored-file-name.ts';

/** The extensions that belong to a media type. The first one is the usual one. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  // Programs show these as text. `bat`, `js`, `hta`, or `url` would be run.
  'text/plain': ['txt', 'text', 'log', 'md', 'csv', 'tsv', 'asc', 'json', 'yaml', 'yml', 'eml', 'ics', 'vcf'],
  // Word saves such files as .doc too.
  'application/rtf': ['rtf', 'doc'],
  'application/msword': ['doc', 'dot'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.ms-excel': ['xls', 'xlt'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.ms-powerpoint': ['ppt', 'pps', 'pot'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/vnd.ms-outlook': ['msg'],
  'application/epub+zip': ['epub'],
  // Files of programs that are not recognized by their contents are ZIP files too. `jar` would be run.
  'application/zip': ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'pages', 'numbers', 'key'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp', 'dib'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif'],
  'image/avif': ['avif'],
};

/**
 * Extensions that Windows, macOS, or a Linux desktop runs, installs, or opens as a page on a double click. They matter only for media types
 * that are not in the list above.
 */
const RUN = new Set(
  [
    'exe com scr pif cpl msi msp mst msix msixbundle appx appxbundle appinstaller application gadget dll ocx',
    'bat cmd ps1 psm1 psd1 psc1 vb vbs vbe js jse mjs cjs ws wsf wsh wsc sct hta msc inf reg scf lnk url website',
    'library-ms search-ms searchconnector-ms settingcontent-ms theme themepack diagcab chm hlp iso img vhd vhdx',
    'jar jnlp app command tool workflow action terminal scpt scptd applescript pkg mpkg dmg webloc inetloc fileloc',
    'desktop sh bash csh zsh ksh run out appimage deb rpm flatpakref snap py pyw pyz pyc pl rb php',
    'html htm xhtml xht shtml mht mhtml svg svgz xll xlam ppam wll accde mde rdp one',
  ].flatMap((line) => line.split(' ')),
);
/** Windows runs a file with the class id of a program as its extension. */
const CLASS_ID = /^\{.*\}$/;

const UNKNOWN = 'bin';

/**
 * The name under which a stored file is offered for saving. The sender chose the name, so its extension must not make the system of the
 * reader run what the service has stored as a text or as unknown bytes: `CV.bat` with a text is offered as `CV.bat.txt`.
 */
export function toOfferedFileName(name: string, mediaType: string): string {
  const known = EXTENSIONS[mediaType];
  const extension = extensionOf(name);
  if (known?.includes(extension)) return name;
  if (known !== undefined) return withExtension(name, known[0]!);
  return RUN.has(extension) || CLASS_ID.test(extension) ? withExtension(name, UNKNOWN) : name;
}

/** In lower case, without the period, and without what Windows ignores behind it. */
function extensionOf(name: string): string {
  return /\.([^.]*?)[\s.]*$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

function withExtension(name: string, extension: string): string {
  return toStoredFileName(`${name}.${extension}`)!;
}
