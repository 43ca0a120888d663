/** Bytes of a Cookie header that are read. */
const longestHeader = 16_384

export interface CookieOptions {
  readonly secure: boolean
  readonly sameSite: 'lax' | 'strict'
  readonly domain: string | undefined
}

/** The value of a cookie; undefined without one. */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  if (!header || header.length > longestHeader) return undefined
  for (const each of header.split(';')) {
    const at = each.indexOf('=')
    if (at > 0 && each.slice(0, at).trim() === name) return each.slice(at + 1).trim()
  }
  return undefined
}

/** A `Set-Cookie` that scripts cannot read and other sites' forms do not send; 0 seconds takes the cookie away. */
export function formatCookie(name: string, value: string, seconds: number, options: CookieOptions): string {
  return [
    `${name}=${value}`,
    'Path=/',
    `Max-Age=${Math.max(0, Math.round(seconds))}`,
    'HttpOnly',
    `SameSite=${options.sameSite === 'strict' ? 'Strict' : 'Lax'}`,
    ...(options.secure ? ['Secure'] : []),
    ...(options.domain === undefined ? [] : [`Domain=${options.domain}`]),
  ].join('; ')
}

/** A name that browsers keep for cookies of exactly this host, where they are to be had. */
export function cookieName(name: string, { secure, domain }: CookieOptions): string {
  if (!secure) return name
  return domain === undefined ? `__Host-${name}` : `__Secure-${name}`
}
