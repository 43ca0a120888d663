import { createSimulatedBitcoinWallet } from '../bitcoin/createSimulatedBitcoinWallet.ts'
import { createSimulatedWallet } from '../evm/createSimulatedWallet.ts'
import { announceHostile } from '../hostile/announceHostile.ts'
import { createSimulatedSolanaWallet } from '../solana/createSimulatedSolanaWallet.ts'
import { createSimulatedSuiWallet } from '../sui/createSimulatedSuiWallet.ts'
import type { AnyPageWallet, ControlCall, PageConfig, PageMessage } from './pageConfig.ts'

/** Puts the wallets of a configuration into this document, before the page's own scripts run. */
export function installInPage(config: PageConfig): void {
  if (window.top !== window && !config.allFrames) return
  const blank = location.href === 'about:blank'
  for (const { key, options } of config.wallets) {
    const given = {
      expose: key,
      ready: opened(),
      ...(config.nodeRpc ? { post: (url: string, body: string) => send({ type: 'post', url, body }) } : {}),
    }
    const wallet = createWallet(options, given)
    async function opened() {
      const calls = JSON.parse(await send({ type: 'opened', key, blank })) as readonly ControlCall[]
      for (const { name, args } of calls) {
        const use = (wallet.control as unknown as Readonly<Record<string, (...values: unknown[]) => void>>)[
          name
        ]
        use?.(...args)
      }
    }
  }
  if (config.hostile.length > 0) announceHostile({ ids: config.hostile })

  async function send(message: PageMessage): Promise<string> {
    // The function is there before this script runs, but a test that replaces the page's globals may hide it.
    const out = (window as unknown as Readonly<Record<string, unknown>>)[config.binding]
    if (typeof out !== 'function') throw new Error('The page has lost its line to the test.')
    return String(await (out as (payload: string) => Promise<unknown>)(JSON.stringify(message)))
  }
}

interface Given {
  readonly expose: string
  readonly ready: Promise<unknown>
  readonly post?: (url: string, body: string) => Promise<string>
}

function createWallet(options: AnyPageWallet, given: Given): { readonly control: object } {
  if (!('namespace' in options)) return createSimulatedWallet({ ...options, ...given })
  if (options.namespace === 'sui') return createSimulatedSuiWallet({ ...options, ...given })
  if (options.namespace === 'solana') return createSimulatedSolanaWallet({ ...options, ...given })
  return createSimulatedBitcoinWallet({ ...options, expose: given.expose, ready: given.ready })
}
