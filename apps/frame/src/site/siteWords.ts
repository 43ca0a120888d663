import type { FramePayload } from 'latchkey/services'

/** How a prompt names the page that asks: what the browser says first, then the page's own words as such (T07). */
export interface SiteWords {
  /** Scheme, host and port as the browser verified them; the scheme is left out where it is https. */
  readonly site: string
  /** What the page calls itself, if anything: cleaned and cut. */
  readonly callsItself: string | undefined
  /** The page names another site as its own. */
  readonly isNameOther: boolean
}

const longestName = 60

/** Puts the words together; the page's own are hostile. */
export function siteWords(host: string, dapp: FramePayload<'SYNC_DAPP_DATA'>): SiteWords {
  const site = host.replace(/^https:\/\//, '')
  const name = cleanName(dapp.metadata?.name ?? '')
  const url = dapp.metadata?.url
  const claimed = url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
  return {
    site,
    callsItself: name === '' ? undefined : name,
    // An invalid URL names no site, not even the page's own.
    isNameOther: (url !== undefined && claimed !== host) || namesOtherHost(name, host),
  }
}

/** One line without what turns text around, hides in it or breaks it. */
function cleanName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{C}\u2800\u3164\u115f\u1160]/gu, '')
    .trim()
  const letters = [...plain]
  return letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : plain
}

/** A name that looks like a host has to be the page's. */
function namesOtherHost(name: string, host: string): boolean {
  const [written] = /[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/i.exec(name) ?? []
  return written !== undefined && written.toLowerCase() !== new URL(host).hostname
}
