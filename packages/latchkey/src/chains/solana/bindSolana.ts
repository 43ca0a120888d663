import { isStandard } from '../standard/readStandard.ts'
import { bindPaired } from './bindPaired.ts'
import { bindStandard } from './bindStandard.ts'
import type { SolanaWallet } from './solanaWallet.ts'

/** Makes a wallet of either kind of provider: an object of Wallet Standard, or one that takes requests. Undefined for all else. */
export function bindSolana(provider: unknown): SolanaWallet | undefined {
  return isStandard(provider) ? bindStandard(provider) : bindPaired(provider)
}
