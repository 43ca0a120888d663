import { type Address, getBase58Encoder } from '@solana/kit'
import { spamName, spamSymbol } from '../../contracts/contractPlan.ts'
import { accountOfName } from '../devSolanaAccounts.ts'
import { token2022Program, tokenProgram } from '../parse/tokenPrograms.ts'

/** A mint of Dogwood. */
export interface DevMint {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly program: Address
}

const mint = (key: string, facts: Omit<DevMint, 'address'>): DevMint => ({
  address: accountOfName(`mint ${key}`).address,
  ...facts,
})

const usdc = mint('usdc', { name: 'USD Coin', symbol: 'USDC', decimals: 6, program: tokenProgram })

/**
 * The tokens of Dogwood. Mints of SPL Token have no name on the chain, because Metaplex's program is not in the VM; the
 * services name them by a list. Those of Token-2022 carry their own metadata.
 */
export const devTokens = {
  usdc,
  jade: mint('jade', { name: 'Jade', symbol: 'JADE', decimals: 9, program: tokenProgram }),
  /** Keeps 1 % of each transfer, 5 TOLL at most. */
  toll: mint('toll', { name: 'Toll', symbol: 'TOLL', decimals: 6, program: token2022Program }),
  moss: mint('moss', { name: 'Moss', symbol: 'MOSS', decimals: 9, program: token2022Program }),
  spam: mint('spam', { name: spamName, symbol: spamSymbol, decimals: 6, program: token2022Program }),
  /** Its address differs from that of `usdc` in the case of letters alone. */
  lookAlike: { ...usdc, address: changeCase(usdc.address) },
} as const satisfies Readonly<Record<string, DevMint>>

/** The collectibles of Dogwood: one of each, metadata and picture in the mint. */
export const devNfts = {
  brass: mint('brass', { name: 'Brass key', symbol: 'KEY', decimals: 0, program: token2022Program }),
  silver: mint('silver', { name: 'Silver key', symbol: 'KEY', decimals: 0, program: token2022Program }),
} as const satisfies Readonly<Record<string, DevMint>>

/** Takes 1 % of a transfer of TOLL, and at most this in base units. */
export const tollFee = { basisPoints: 100, most: 5_000_000n } as const

/** The first address with the same letters in another case that is 32 bytes too. */
export function changeCase(address: Address): Address {
  const letters = [...address]
  for (const [index, letter] of letters.entries()) {
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    if (other === letter || !/^[1-9A-HJ-NP-Za-km-z]$/.test(other)) continue
    const changed = letters.with(index, other).join('')
    if (getBase58Encoder().encode(changed).length === 32) return changed as Address
  }
  throw new Error(`No letter of ${address} has another case`)
}
