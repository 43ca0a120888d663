/**
 * Finds the wallets in `window.injectedWeb3`, where each puts an entry under its own id, and says no more of itself. No event announces
 * an entry, and extensions put theirs in at any time. What is there is hostile input (T21).
 */
import type { DiscoverOptions } from '../../contract/adapter.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import { shownName } from '../foreign/shownWallet.ts'

/** A page with more wallets than this is flooding the list. */
const most = 100
const longestId = 100
/** Milliseconds after the document has loaded at which the page is looked at once more: extensions come late. */
const looks = [100, 300, 1_000, 3_000]

/** Names of the ids that their wallets do not explain. */
const titles: Readonly<Record<string, string>> = {
  'polkadot-js': 'polkadot{.js}',
  talisman: 'Talisman',
  'subwallet-js': 'SubWallet',
  nova: 'Nova Wallet',
  'fearless-wallet': 'Fearless Wallet',
  enkrypt: 'Enkrypt',
  polkagate: 'PolkaGate',
  'aleph-zero-signer': 'Signer',
}

/** Looks for wallets until the returned stop is called; reports each once. */
export function discoverInjectedWeb3(
  target: Window,
  { injected, onView }: Pick<DiscoverOptions, 'injected' | 'onView'>,
  found: (wallet: DiscoveredWallet) => void,
): () => void {
  if (!injected) return () => undefined
  const told = new Set<string>()
  const stopping = new AbortController()
  const { signal } = stopping

  const look = (): void => {
    if (signal.aborted) return
    const entries = fieldOf(target, 'injectedWeb3')
    for (const id of idsOf(entries)) {
      if (told.has(id) || told.size >= most) continue
      const provider = fieldOf(entries, id)
      if (!isWallet(provider)) continue
      told.add(id)
      // Nova's app puts itself in under the id of the extension that most pages know.
      const isNova =
        id === 'polkadot-js' && isTrue(fieldOf(fieldOf(target, 'walletExtension'), 'isNovaWallet'))
      const injectedId = isNova ? 'nova' : id
      const name = (Object.hasOwn(titles, injectedId) ? titles[injectedId] : undefined) ?? shownName(id)
      const key = `injected:polkadot:${id}`
      found({ key, namespace: 'polkadot', source: 'injected', info: { name }, injectedId, provider })
    }
  }

  const settle = (): void => {
    look()
    for (const time of looks) AbortSignal.timeout(time).addEventListener('abort', look, { signal })
  }
  look()
  onView?.(look)
  if (target.document.readyState === 'complete') settle()
  else {
    target.document.addEventListener('DOMContentLoaded', look, { signal })
    target.addEventListener('load', settle, { signal })
  }
  return () => stopping.abort()
}

function idsOf(entries: unknown): readonly string[] {
  try {
    return Object.keys(Object(entries)).filter(id => id !== '' && id.length <= longestId)
  } catch {
    // A proxy that throws.
    return []
  }
}

function isWallet(provider: unknown): provider is object {
  return ['enable', 'connect'].some(name => typeof fieldOf(provider, name) === 'function')
}

function isTrue(value: unknown): boolean {
  return value === true
}
