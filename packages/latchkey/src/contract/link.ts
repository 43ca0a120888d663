/** Which addresses may be opened, wherever they came from: a directory, a host, a wallet, a peer (T22). */

const scheme = /^([a-z][a-z0-9+.-]*):/i
// They run code, reach into files or other apps, or dress up as a page.
const refused =
  /^(?:javascript|vbscript|livescript|mocha|data|file|blob|filesystem|intent|about|view-source|content|jar|shell|search|search-ms|ms-[a-z-]+|res|chrome(?:-[a-z]+)?|moz-[a-z]+|resource|ws|wss|ftp)$/
// Browsers drop some of these before they read the scheme, and others turn the text around for whoever reads it.
const unseen = /[\s\p{C}\u2800]/u

/**
 * Whether a link may be opened: https, http on this machine alone, or an app's own scheme such as `wallet://`;
 * never one that runs code or reaches into the machine.
 */
export function isSafeLink(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2_048 || unseen.test(value)) return false
  const name = scheme.exec(value)?.[1]?.toLowerCase()
  if (name === undefined || refused.test(name)) return false
  return (name !== 'https' && name !== 'http') || isWebUrl(value)
}

/** Whether a URL is https, or http on this machine, with a host and without credentials. */
export function isWebUrl(value: unknown): value is string {
  return isUrlOf(value, 'http')
}

/** Whether a URL is wss, or ws on this machine. */
export function isSocketUrl(value: unknown): value is string {
  return isUrlOf(value, 'ws')
}

function isUrlOf(value: unknown, plain: 'http' | 'ws'): value is string {
  if (typeof value !== 'string' || value.length > 2_048 || unseen.test(value)) return false
  // `https:host` and `https:\\host` mean the same to a browser, and something else to a reader.
  if (!/^[a-z]+:\/\/[^/\\]/i.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname, username, password } = new URL(value)
  if (username || password) return false
  return protocol === `${plain}s:` || (protocol === `${plain}:` && isLoopback(hostname))
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|(?:.+\.)localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
