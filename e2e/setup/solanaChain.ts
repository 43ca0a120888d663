import {
  type Address,
  address,
  createSolanaRpc,
  generateKeyPairSigner,
  lamports,
  type Signature,
  signature,
} from '@solana/kit'
import { readStack } from './stack.ts'

/** Lamports of one SOL. */
export const sol = 1_000_000_000n

/** What tests ask and do on the local chain of Solana, from outside of the page. */
export interface SolanaChain {
  readonly rpcUrl: string
  /** Adds lamports to an address, and waits until they are there. */
  fund(to: string, amount: bigint): Promise<void>
  /** Lamports at the latest confirmed slot. */
  getBalance(of: string): Promise<bigint>
  /** How a transaction went; undefined while the chain does not know it. */
  getStatus(id: string): Promise<'succeeded' | 'failed' | undefined>
  /** Base units of a token that an owner holds, in all of its accounts. */
  getTokens(owner: string, mint: string): Promise<bigint>
  /** An unused address. */
  freshAddress(): Promise<string>
}

/** The local chain of Solana. Throws when the stack has none. */
export function solanaChain(): SolanaChain {
  const rpcUrl = readStack().solana.network.rpcUrls.default.http[0]
  if (rpcUrl === undefined) throw new Error('The stack has no chain of Solana.')
  const rpc = createSolanaRpc(rpcUrl)
  const confirmed = { commitment: 'confirmed' } as const

  async function getStatus(id: string) {
    const { value } = await rpc.getSignatureStatuses([signature(id) as Signature]).send()
    const [status] = value
    if (!status) return undefined
    return status.err === null ? ('succeeded' as const) : ('failed' as const)
  }

  return {
    rpcUrl,
    getStatus,
    async fund(to, amount) {
      const id = await rpc.requestAirdrop(address(to), lamports(amount)).send()
      while ((await getStatus(id)) === undefined) await new Promise(resolve => setTimeout(resolve, 50))
    },
    getBalance: async of => (await rpc.getBalance(address(of), confirmed).send()).value,
    async getTokens(owner, mint) {
      const { value } = await rpc
        .getTokenAccountsByOwner(
          address(owner),
          { mint: address(mint) },
          { ...confirmed, encoding: 'jsonParsed' },
        )
        .send()
      return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
    },
    freshAddress: async (): Promise<Address> => (await generateKeyPairSigner()).address,
  }
}
