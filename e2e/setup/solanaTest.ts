import {
  installWallets,
  type PageSolanaWalletOptions,
  type RemoteSolanaWallet,
} from '@latchkey/testing/playwright'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import type { SendPage } from './SendPage.ts'
import { type SolanaChain, sol, solanaChain } from './solanaChain.ts'
import { readStack } from './stack.ts'
import { test } from './test.ts'

/** An account of Solana that no other test uses. */
export interface FreshSolanaAccount {
  readonly address: string
  /** The 32 bytes of its key. */
  readonly seed: readonly number[]
}

export interface SolanaFixtures {
  readonly solanaAccount: FreshSolanaAccount
  /** Overrides options of `sunbeam`. */
  readonly sunbeamOptions: Partial<PageSolanaWalletOptions>
  /** "Sunbeam", a Wallet Standard wallet with `solanaAccount`, installed in the page before it opens. */
  readonly sunbeam: RemoteSolanaWallet
}

/** Options of the shop for both ecosystems: one local chain of EVM, the local one of Solana, and Solana's mainnet. */
export const bothNamespaces = { adapters: 'evm,solana', networks: '31337,dogwood,solana' } as const

/** Like `test`, with a wallet of Solana. */
export const solanaTest = test.extend<SolanaFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads a fixture's needs from
  solanaAccount: async ({}, use) => use(await freshSolanaAccount()),
  sunbeamOptions: [{}, { option: true }],
  sunbeam: async ({ page, solanaAccount, sunbeamOptions }, use) => {
    const [wallet] = await installWallets(page, [{ ...sunbeamRecipe([solanaAccount]), ...sunbeamOptions }])
    await use(wallet)
  },
})

/** Options of a wallet with these accounts that sends to the local chain. */
export function sunbeamRecipe(accounts: readonly FreshSolanaAccount[]): PageSolanaWalletOptions {
  const rpcUrl = readStack().solana.network.rpcUrls.default.http[0] ?? ''
  return {
    namespace: 'solana',
    name: 'Sunbeam',
    accounts: accounts.map(({ seed }) => seed),
    chains: [{ id: 'solana:localnet', rpcUrl }, { id: 'solana:mainnet' }],
  }
}

/** Creates an unused account. */
export async function freshSolanaAccount(): Promise<FreshSolanaAccount> {
  const seed = crypto.getRandomValues(new Uint8Array(32))
  const { address } = await createKeyPairSignerFromPrivateKeyBytes(seed)
  return { address, seed: [...seed] }
}

/** Opens the form of sending with Sunbeam, whose account gets 2 SOL. Returns an unused receiver, too. */
export async function openSolanaSend(
  send: SendPage,
  account: FreshSolanaAccount,
): Promise<{ readonly chain: SolanaChain; readonly to: string }> {
  const chain = solanaChain()
  await chain.fund(account.address, 2n * sol)
  await send.goto(bothNamespaces)
  await send.connectByHandle('Sunbeam')
  await send.openSend()
  return { chain, to: await chain.freshAddress() }
}

/** Methods of what the page asked the wallet to sign or send, in their order. */
export async function signRequests(wallet: RemoteSolanaWallet): Promise<readonly string[]> {
  const requests = await wallet.control.requests()
  return requests.map(({ method }) => method).filter(method => method.startsWith('solana:'))
}
