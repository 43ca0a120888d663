/** Links that open a page in a wallet's own browser (SPEC §2, §10 "deep links"; T22). */
import { isLoopback, isWebUrl } from './link.ts'

/** What a template may ask for, in braces. */
const places = {
  /** The page's whole address, percent-encoded. */
  url: (page: URL) => encodeURIComponent(page.href),
  /** The same, encoded twice: for a link within a link. */
  urlTwice: (page: URL) => encodeURIComponent(encodeURIComponent(page.href)),
  /** The address without its scheme, as it is; the wallet adds https itself. */
  page: (page: URL) => `${page.host}${page.pathname}${page.search}${page.hash}`,
  /** The page's origin, percent-encoded. */
  origin: (page: URL) => encodeURIComponent(page.origin),
} as const

type Place = keyof typeof places

const place = /\{([^{}]*)\}/g
const longestTemplate = 512

/**
 * Whether a text is a template of `browseLink`: an https link to one fixed host, with the page's address in its path or
 * query exactly once, and at most its origin beside it.
 */
export function isBrowseTemplate(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > longestTemplate) return false
  if (!/^https:\/\/[a-z\d.-]+(?=[/?])/i.test(value)) return false
  const names = [...value.matchAll(place)].map(([, name]) => name)
  const pages = names.filter(name => name !== 'origin')
  if (names.length - pages.length > 1 || pages.length !== 1 || !isPlace(pages[0])) return false
  const rest = value.replace(place, '')
  return !/[{}#]/.test(rest) && isWebUrl(rest) && !isLoopback(new URL(rest).hostname)
}

/**
 * The link that opens a page in a wallet's browser; undefined where the template or the page is not fit for it. The page
 * keeps its query and its fragment. A page with credentials in its address, without https or longer than a link may be
 * is refused.
 */
export function browseLink(template: string | undefined, page: string): string | undefined {
  if (!isBrowseTemplate(template) || !isWebUrl(page)) return undefined
  const address = new URL(page)
  if (address.protocol !== 'https:') return undefined
  const link = template.replace(place, (_, name: Place) => places[name](address))
  return isWebUrl(link) && new URL(link).host === new URL(template.replace(place, '')).host ? link : undefined
}

/** Whether another device can open a page: not one that only this machine serves. */
export function isOpenElsewhere(page: string): boolean {
  return isWebUrl(page) && !isLoopback(new URL(page).hostname)
}

function isPlace(name: string | undefined): name is Place {
  return name !== undefined && Object.hasOwn(places, name)
}
