/**
 * Finds eip155 wallets in a page: EIP-6963 announcements, and `window.ethereum` when nothing was announced.
 * Announcements are hostile input (T21): fields are read once and bounded, and an invalid announcement is dropped
 * silently.
 */
import type { DiscoverOptions } from '../../contract/adapter.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { matching, shownIcon, shownName } from '../foreign/shownWallet.ts'

const uuidPattern = /^[\w-]+$/
const rdnsPattern = /^[a-z\d-]+(\.[a-z\d-]+)+$/i
const settleTime = 10
/** A page with more wallets than this is flooding the list. */
const most = 100
// Old wallets name themselves by a flag, `is` and the name without spaces; nearly all raise the last one too.
const flagged = ['Rabby', 'Brave Wallet', 'Coinbase Wallet', 'Trust', 'MetaMask']

type Foreign = Readonly<Record<string, unknown>>

interface Announcement {
  readonly info: Foreign
  readonly provider: Foreign
  readonly isLogin?: unknown
}

/** Listens for wallets until the returned stop is called; reports each once. */
export function discoverEvm(
  target: Window,
  options: DiscoverOptions,
  found: (wallet: DiscoveredWallet) => void,
): () => void {
  const told: DiscoveredWallet[] = []
  const stopping = new AbortController()
  const { signal } = stopping

  const notify = (
    source: DiscoveredWallet['source'],
    key: string,
    info: DiscoveredWallet['info'],
    provider: Foreign,
  ): void => {
    const known = told.some(
      other =>
        other.key === key ||
        // A wallet that makes a new uuid for each request is still the same wallet.
        (other.provider === provider && other.info.rdns === info.rdns),
    )
    if (known || signal.aborted || told.length >= most || typeof provider.request !== 'function') return
    const wallet: DiscoveredWallet = { key, namespace: 'eip155', source, info, provider }
    told.push(wallet)
    found(wallet)
  }

  const hear = (event: Event): void =>
    attempt(() => {
      const { info, provider, isLogin } = (event as CustomEvent<Announcement>).detail
      const key = matching(info.uuid, uuidPattern)
      const name = info.name
      // The embedded wallet of a widget is in the list as a login.
      if (isLogin || !key || typeof name !== 'string') return
      const icon = shownIcon(info.icon)
      const rdns = matching(info.rdns, rdnsPattern)?.toLowerCase()
      notify(
        'announced',
        key,
        { name: shownName(name), ...(icon && { icon }), ...(rdns && { rdns }) },
        provider,
      )
    })

  const guess = (): void =>
    attempt(() => {
      if (told.some(wallet => wallet.source === 'announced')) return
      // Without a wallet there is nothing to read, which `attempt` takes as it takes any other fault.
      const main = (target as unknown as { ethereum: Foreign }).ethereum
      // Several wallets that share the global list themselves in it.
      const several = main.providers as Foreign[] | undefined
      const each = several?.length ? several : [main]
      each.forEach((provider, at) => {
        attempt(() => {
          const name = flagged.find(flag => provider[`is${flag.replace(' ', '')}`] === true)
          notify('injected', `injected:eip155:${at}`, { name: shownName(name ?? '') }, provider)
        })
      })
    })

  // Shortly after the document is there, each wallet that announces itself has had its turn.
  const settle = (): void => AbortSignal.timeout(settleTime).addEventListener('abort', guess)

  if (options.announced) {
    target.addEventListener('eip6963:announceProvider', hear, { signal })
    target.dispatchEvent(new Event('eip6963:requestProvider'))
  }
  if (options.injected) {
    target.addEventListener('ethereum#initialized', settle, { signal })
    const { document } = target
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', settle, { signal })
    else settle()
  }
  return () => stopping.abort()
}

/** Foreign getters may throw; that is no reason to lose the other wallets. */
function attempt(read: () => void): void {
  try {
    read()
  } catch {}
}
