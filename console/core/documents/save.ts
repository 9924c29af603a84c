/** Long enough for a browser that asks where to save. */
const KEPT_MS = 60_000;

/** Saves contents that the page already has. */
export function saveAs(contents: Blob, name: string): void {
  const url = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Saves what the service has stored, under the name that it offers. The one that the sender chose can make the system run the file. */
export function saveFile(file: File): void {
  saveAs(file, file.name);
}
