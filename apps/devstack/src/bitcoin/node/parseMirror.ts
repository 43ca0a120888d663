/**
 * Returns the URL of Debian's main archive in a list of apt, of either form: `URIs: <url>`, or `deb [options] <url> <suite> main`.
 * The archive ends in /debian on every mirror; others, such as those of security updates and of vendors, do not.
 */
export function parseMirror(list: string): string | undefined {
  return /^(?:URIs:|deb(?:[ \t]+\[[^\]\n]*\])?)[ \t]+(https?:\/\/\S+\/debian)\/?(?:\s|$)/m.exec(list)?.[1]
}
