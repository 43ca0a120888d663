import { isIP } from 'node:net'

/**
 * Whether a Host header or a page's host names this machine: localhost, a name under it, or a bare address. A name in
 * foreign DNS that points here is refused (DNS rebinding); an address cannot be pointed anywhere.
 */
export function isLocalHost(host: string): boolean {
  if (host.length > 255 || !URL.canParse(`http://${host}`)) return false
  const url = new URL(`http://${host}`)
  if (url.host !== host.toLowerCase().replace(/:80$/, '')) return false
  const { hostname } = url
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
  )
}

/** Whether a page of this origin may call the local services. */
export function isLocalOrigin(origin: string): boolean {
  const match = /^https?:\/\/([^/?#@\\]+)$/.exec(origin)
  return match?.[1] !== undefined && isLocalHost(match[1])
}
