/** How a wallet's app, page or program is opened for a pairing, and again for each request (SPEC-NOTES §2 "Deep links"). */
import { isSafeLink } from '../../../contract/safeLink.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import type { LinkPlatform } from '../../base/linkPlatform.ts'
import { isWeb, targetOf } from './targetOf.ts'

export interface WalletLink {
  readonly href: string
  readonly target: ReturnType<typeof targetOf>
  /** The link that is stored, and opened again for each request. */
  readonly choice: LinkChoice
}

/** A wallet that was opened on this device: the cross-library convention of `WALLETCONNECT_DEEPLINK_CHOICE`. */
export interface LinkChoice {
  /** The link without what it was opened with. */
  readonly href: string
  readonly name: string
}

export interface WalletLinks {
  /** The app on this phone. */
  readonly mobile?: WalletLink
  /** The program on this computer. */
  readonly desktop?: WalletLink
  /** The wallet's own page. */
  readonly web?: WalletLink
}

export interface LinkOptions {
  /** The chosen wallet; without one Android asks which app to open. */
  readonly listing?:
    | Pick<WalletListing, 'name' | 'mobile_link' | 'link_mode' | 'desktop_link' | 'webapp_link'>
    | undefined
  readonly uri: string
  readonly platform: LinkPlatform
}

/** Wallets whose link is not their scheme with `wc`: the whole of it, by scheme. */
export const irregularBases: Readonly<Record<string, string>> = {
  argent: 'argent://app/wc',
  bw: 'bw://connect/wc',
  celo: 'celo://wallet/wc',
  kaikas: 'kaikas://walletconnect',
  okex: 'okex://main/wc',
  tpoutside: 'tpoutside://wc',
}

/** The links of a wallet for one pairing; what it does not have, or what may not be opened (T22), is absent. */
export function walletLinks({ listing, uri, platform }: LinkOptions): WalletLinks {
  if (!listing) {
    if (platform.os !== 'android') return {}
    const choice = { href: uri.split('?')[0] ?? uri, name: 'Android' }
    return { mobile: { href: uri, target: targetOf(uri, platform), choice } }
  }
  const { name, mobile_link, link_mode, desktop_link, webapp_link } = listing
  // A universal link never meets a phone that does not know it; Android's chooser wants the scheme.
  const mobile = platform.os === 'ios' ? (link_mode ?? mobile_link) : (mobile_link ?? link_mode)
  const link = (base: string | undefined) => base && pairingLink(base, name, uri, platform)
  const links = {
    mobile: platform.os === 'desktop' ? undefined : link(mobile),
    desktop: platform.os === 'desktop' ? link(desktop_link) : undefined,
    web: link(webapp_link),
  }
  return {
    ...(links.mobile && { mobile: links.mobile }),
    ...(links.desktop && { desktop: links.desktop }),
    ...(links.web && { web: links.web }),
  }
}

/** The link that brings the wallet to the front for a request; undefined when it may not be opened. */
export function requestLink(
  { href }: LinkChoice,
  { requestId, sessionTopic }: { readonly requestId: number; readonly sessionTopic: string },
  platform: LinkPlatform,
): Pick<WalletLink, 'href' | 'target'> | undefined {
  const query = `requestId=${requestId}&sessionTopic=${sessionTopic}`
  const opened = isTelegramWallet(href)
    ? withStartApp(href, query)
    : `${href.replace(/\/+$/, '')}${href.endsWith('://') ? '//' : '/'}wc?${query}`
  return isSafeLink(opened) ? { href: opened, target: targetOf(opened, platform) } : undefined
}

function pairingLink(
  base: string,
  name: string,
  uri: string,
  platform: LinkPlatform,
): WalletLink | undefined {
  if (!isSafeLink(base) && !/^[a-z][a-z0-9+.-]*:?$/i.test(base)) return undefined
  const { href, choice } = linkOf(base, uri, platform)
  // The address that is opened is checked as it is opened, not as it was listed.
  if (!isSafeLink(href)) return undefined
  return { href, target: targetOf(href, platform), choice: { href: choice, name } }
}

function linkOf(base: string, uri: string, platform: LinkPlatform): { href: string; choice: string } {
  const encoded = encodeURIComponent(uri)
  if (isTelegramWallet(base)) return { href: withStartApp(base, uri), choice: base }
  if (isWeb(base)) {
    const trimmed = base.replace(/\/+$/, '')
    return { href: `${trimmed.replace(/\/wc$/, '')}/wc?uri=${encoded}`, choice: trimmed.replace(/\/wc$/, '') }
  }
  const scheme = base.slice(0, base.search(/:|$/)).toLowerCase()
  // Telegram on Android takes the encoding off once before the app sees the link.
  const inner = platform.telegram && platform.os === 'android' ? encodeURIComponent(encoded) : encoded
  const whole = Object.hasOwn(irregularBases, scheme) ? irregularBases[scheme] : undefined
  if (whole)
    return {
      href: `${whole}?uri=${inner}`,
      choice: whole.replace(/([^/])\/wc$/, '$1').replace(/\/\/wc$/, '//'),
    }
  const [, rest = ''] = base.split(/:\/*(.*)/s)
  const path = rest.replace(/\/+$/, '').replace(/(^|\/)wc$/, '')
  const choice = `${scheme}://${path}`
  return { href: `${choice}${path === '' ? '' : '/'}wc?uri=${inner}`, choice }
}

/** A wallet inside Telegram takes its text as the start parameter of its app. */
function isTelegramWallet(link: string): boolean {
  return /^https:\/\/t\.me\//i.test(link)
}

function withStartApp(base: string, text: string): string {
  return `${base}${base.includes('?') ? '&' : '?'}startapp=${btoa(text).replace(/=/g, '')}`
}
