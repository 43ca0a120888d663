import { announceHostile } from '../hostile/announceHostile.ts'
import { createPageWallet } from './createPageWallet.ts'
import type { ControlCall, PageConfig, PageMessage } from './pageConfig.ts'

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
    const wallet = createPageWallet(options, given)
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
