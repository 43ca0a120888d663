import { createSimulatedBitcoinWallet } from '../bitcoin/createSimulatedBitcoinWallet.ts'
import { createSimulatedCosmosWallet } from '../cosmos/createSimulatedCosmosWallet.ts'
import { createSimulatedWallet } from '../evm/createSimulatedWallet.ts'
import { createSimulatedPolkadotWallet } from '../polkadot/createSimulatedPolkadotWallet.ts'
import { createSimulatedSolanaWallet } from '../solana/createSimulatedSolanaWallet.ts'
import { createSimulatedStacksWallet } from '../stacks/createSimulatedStacksWallet.ts'
import { createSimulatedSuiWallet } from '../sui/createSimulatedSuiWallet.ts'
import type { AnyPageWallet } from './pageConfig.ts'

/** What a wallet has besides its options, where it is made. */
export interface PageWalletPlace {
  readonly expose?: string
  readonly ready?: Promise<unknown>
  readonly post?: (url: string, body: string) => Promise<string>
  readonly memory?: boolean
  readonly target?: EventTarget
}

/** Makes the wallet of options, and shows it to the page. @throws TypeError for an option that cannot be used. */
export function createPageWallet(
  options: AnyPageWallet,
  place: PageWalletPlace,
): { readonly control: object; stop(): void } {
  if (!('namespace' in options)) return createSimulatedWallet({ ...options, ...place })
  const { post, ...rest } = place
  switch (options.namespace) {
    case 'solana':
      return createSimulatedSolanaWallet({ ...options, ...place })
    case 'bip122':
      return createSimulatedBitcoinWallet({ ...options, ...rest })
    case 'sui':
      return createSimulatedSuiWallet({ ...options, ...rest })
    case 'cosmos':
      return createSimulatedCosmosWallet({ ...options, ...rest })
    case 'polkadot':
      return createSimulatedPolkadotWallet({ ...options, ...rest })
    case 'stacks': {
      const wallet = createSimulatedStacksWallet({ ...options, ...rest })
      // It does not come into the page by itself.
      wallet.announce()
      return wallet
    }
    default:
      throw new TypeError(`There is no wallet of the namespace "${String(Object(options).namespace)}".`)
  }
}
