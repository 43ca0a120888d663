import type { BuiltApp } from './buildApp.ts'
import { closure, readChunks } from './chunks.ts'
import { measuredWallets } from './injectedWallet.ts'
import { type MeasuredLoads, measureLoads } from './measureApp.ts'

/** What a page with every adapter loads; scripts as paths from the built folder. */
export interface MeasuredEvery extends MeasuredLoads {
  /** What the page has once a wallet of an adapter is connected, by the adapter's name; `evm` is in `connected`. */
  readonly paths: Readonly<Record<Exclude<keyof typeof measuredWallets, 'evm'>, string[]>>
  /** Solana's own part of sending, beyond that and the views that every namespace sends with. */
  readonly solanaSending: string[]
}

/** The parts of sending that every namespace uses. */
const shared = [
  'AccountTabs.js',
  'TokensPanel.js',
  'createTokens.js',
  'sending.js',
  'choices.js',
  'review.js',
  'journal.js',
]
const own = 'solanasending.js'

/** Connects a wallet of each adapter in a built host page, and looks what sending on Solana adds to that. */
export async function measureEvery(app: BuiltApp): Promise<MeasuredEvery> {
  const loads = await measureLoads(app)
  const foreignRequests = [...loads.foreignRequests]
  const path = async (name: keyof typeof measuredWallets): Promise<string[]> => {
    const visit = await measureLoads(app, measuredWallets[name])
    foreignRequests.push(...visit.foreignRequests)
    return visit.connected
  }
  // One after another: each is a browser of its own on shared cores.
  const paths = {
    solana: await path('solana'),
    bitcoin: await path('bitcoin'),
    stacks: await path('stacks'),
    polkadot: await path('polkadot'),
    sui: await path('sui'),
    cosmos: await path('cosmos'),
  }
  const chunks = readChunks(app.folder)
  const listed = new Set(paths.solana)
  const views = shared.flatMap(name => [...closure(chunks, name, listed, false)])
  const solanaSending = [...closure(chunks, own, new Set([...listed, ...views]), true)]
  return { ...loads, foreignRequests, paths, solanaSending }
}
