import { isWebUrl } from '../../contract/link.ts'
import { isSafeLink } from '../../contract/safeLink.ts'
import type { PeerMetadata } from '../pairing.ts'

/** Control, format and direction characters, private use and half surrogates: they hide text, or turn it around. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\u2800]/gu
/** A picture that carries itself; SVG only ever comes into an `img`, where it runs nothing. */
const dataPicture = /^data:image\/(?:svg\+xml|png|webp|gif|jpeg)[;,]/
const longestPicture = 65_536

/** Sanitizes a peer's metadata (T93): short plain text, web URLs, pictures, and links that may be opened. */
export function cleanMetadata(value: unknown): PeerMetadata {
  const url = field(value, 'url')
  const icons = field(value, 'icons')
  const redirect = field(value, 'redirect')
  const native = field(redirect, 'native')
  const universal = field(redirect, 'universal')
  const opened = {
    ...(isSafeLink(native) && { native }),
    ...(isWebUrl(universal) && { universal }),
  }
  return {
    name: cleanText(field(value, 'name'), 64) || 'Unknown wallet',
    description: cleanText(field(value, 'description'), 256),
    ...(isWebUrl(url) && { url }),
    icons: Array.isArray(icons) ? icons.slice(0, 8).filter(isPicture).slice(0, 4) : [],
    ...(Object.keys(opened).length > 0 && { redirect: opened }),
  }
}

/** Returns one line of text without invisible characters, at most `longest` characters long. */
export function cleanText(value: unknown, longest: number): string {
  if (typeof value !== 'string') return ''
  const line = value.slice(0, 4_096).replace(unseen, ' ').replace(/\s+/g, ' ').trim()
  return Array.from(line).slice(0, longest).join('')
}

function isPicture(value: unknown): value is string {
  if (typeof value !== 'string') return false
  return dataPicture.test(value)
    ? value.length <= longestPicture
    : value.startsWith('https:') && isWebUrl(value)
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}
