import type { BuiltApp } from './buildApp.ts'
import { closure, readChunks } from './chunks.ts'
import { solanaWallet } from './injectedWallet.ts'
import { measureLoads } from './measureApp.ts'

/** Scripts as paths from the built folder. */
export interface MeasuredSolana {
  /** What a page has once a wallet of Solana is connected. */
  connected: string[]
  /** The chain's own part of sending, beyond that and the views that every namespace sends with. */
  sending: string[]
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

/** Connects a wallet of Solana in a built host page, and looks what sending adds to that. */
export async function measureSolana(app: BuiltApp): Promise<MeasuredSolana> {
  const { connected } = await measureLoads(app, solanaWallet)
  const chunks = readChunks(app.folder)
  const listed = new Set(connected)
  const views = shared.flatMap(name => [...closure(chunks, name, listed, false)])
  return { connected, sending: [...closure(chunks, own, new Set([...listed, ...views]), true)] }
}
