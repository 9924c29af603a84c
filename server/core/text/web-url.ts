/**
 * Whether the text is an absolute http or https URL: `http://` or `https://`, and then a host. `URL` alone also parses `http:x` and
 * `http:///x`, as browsers do, and makes `x` the host: the address that is called or linked would differ from the one that is shown.
 */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/\\?#]/i.test(text) && URL.canParse(text);
}
