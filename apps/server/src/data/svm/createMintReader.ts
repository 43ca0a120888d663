import type { CaipNetworkId } from 'latchkey/contract'
import type { Clock } from '../../core/http/appTypes.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { type Description, decodeMetadata } from './decodeMetadata.ts'
import { decodeMint, type Mint } from './decodeMint.ts'
import { metadataAddress } from './metadataAddress.ts'
import { type ChainAccount, readAccounts } from './readAccounts.ts'
import { metadataProgram, token2022Program, tokenPrograms } from './tokenPrograms.ts'

/** A mint and what is said of it; the words are its maker's, not to be shown as they are. */
export interface DescribedMint {
  readonly supply: bigint
  readonly decimals: number
  readonly isScaled: boolean
  readonly description: Description | undefined
  /** The mint of its collection or group; undefined for none, or one that does not know of it. */
  readonly collection: string | undefined
  /** Whose form the description has. */
  readonly standard: 'Metaplex' | 'Token-2022' | 'SPL Token'
}

/** Reads mints in the order of their addresses; null for an address that is no mint. @throws ChainUnreadable. */
export type ReadMints = (
  chain: { readonly id: CaipNetworkId },
  mints: readonly string[],
) => Promise<(DescribedMint | null)[]>

const lifetime = 6 * 3_600_000
const most = 20_000

/** Reads mints with their descriptions, from Token-2022's own extension or from Metaplex's account, and caches them for hours. */
export function createMintReader(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly clock: Clock
}): ReadMints {
  const { proxy, clock } = deps
  const kept = new Map<string, { readonly mint: DescribedMint | null; readonly until: number }>()

  function keep(name: string, mint: DescribedMint | null): void {
    kept.delete(name)
    kept.set(name, { mint, until: clock() + lifetime })
    const oldest = kept.keys().next()
    if (kept.size > most && !oldest.done) kept.delete(oldest.value)
  }

  return async (chain, mints) => {
    const known = new Map<string, DescribedMint | null>()
    for (const mint of mints) {
      const entry = kept.get(`${chain.id}/${mint}`)
      if (entry !== undefined && clock() < entry.until) known.set(mint, entry.mint)
    }
    const missing = [...new Set(mints.filter(mint => !known.has(mint)))]
    const accounts = await readAccounts({ proxy, chain }, missing)
    const read = missing.map((address, index) => ({
      address,
      mint: toMint(accounts[index] ?? null, address),
    }))
    // The mint's own words come first: its authority wrote them.
    const silent = read.filter(({ mint }) => mint !== undefined && mint.description === undefined)
    const places = silent.map(({ address }) => metadataAddress(address) ?? address)
    const metadata = await readAccounts({ proxy, chain }, places)
    const described = new Map(
      silent.map(({ address }, index) => [address, toDescription(metadata[index] ?? null, address)]),
    )
    for (const [index, { address, mint }] of read.entries()) {
      const is2022 = accounts[index]?.owner === token2022Program
      const one = mint === undefined ? null : toDescribed(mint, described.get(address), is2022)
      known.set(address, one)
      keep(`${chain.id}/${address}`, one)
    }
    return mints.map(mint => known.get(mint) ?? null)
  }
}

function toMint(account: ChainAccount | null, address: string): Mint | undefined {
  if (account === null || !tokenPrograms.includes(account.owner)) return undefined
  return decodeMint(account.data, address)
}

function toDescription(account: ChainAccount | null, mint: string): Description | undefined {
  return account?.owner === metadataProgram ? decodeMetadata(account.data, mint) : undefined
}

function toDescribed(mint: Mint, metaplex: Description | undefined, is2022: boolean): DescribedMint {
  const { supply, decimals, description, group, isScaled = false } = mint
  return {
    supply,
    decimals,
    isScaled,
    description: description ?? metaplex,
    collection: metaplex?.collection ?? group,
    standard: metaplex ? 'Metaplex' : is2022 ? 'Token-2022' : 'SPL Token',
  }
}
