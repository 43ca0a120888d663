/** Which web addresses may be fetched or opened, wherever they came from; `safeLink.ts` has those of apps as well (T22). */

// Browsers drop some of these before they read the scheme, and others reverse the text for the reader.
export const unseen = /[\s\p{C}\u2800]/u

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

/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|(?:.+\.)localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
