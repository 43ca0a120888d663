import type { Store } from '../../core/store/store.ts'
import type { Slice, SliceTransfer } from './buildSlice.ts'
import type { Hex } from './hexBytes.ts'
import { composeSlice } from './writeSlice.ts'

const hexOf = (value: number, digits: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`

/** The accounts and tokens of the seeded history, by number. */
export const seededAccount = (index: number): Hex => hexOf(0xacc0_0000 + index, 40)
export const seededToken = (index: number): Hex => hexOf(0x70_0000 + index, 40)

/**
 * Fills an index as if the chain had been read: `count` transactions, a few to a block, in which account 0 pays one of
 * 500 others, or is paid, in ether or one of 50 tokens. Their numbers follow from `count` alone.
 */
export async function seedTransfers(
  store: Store,
  options: { readonly chainId: number; readonly count: number },
): Promise<void> {
  const { chainId, count } = options
  const perBlock = 4
  const step = 2_000
  for (let first = 0; first < count; first += step) {
    const numbers = Array.from({ length: Math.min(step, count - first) }, (_, index) => first + index)
    const transfers = numbers.map((n): SliceTransfer => {
      const other = seededAccount(1 + ((n * 7) % 500))
      const out = n % 3 !== 0
      const native = n % 4 === 0
      return {
        block: Math.floor(n / perBlock),
        position: n % perBlock,
        log: native ? -1 : n % perBlock,
        part: 0,
        standard: native ? 'native' : 'erc20',
        token: native ? null : seededToken(n % 50),
        tokenId: null,
        amount: BigInt(n + 1) * 10n ** 12n,
        sender: out ? seededAccount(0) : other,
        recipient: out ? other : seededAccount(0),
      }
    })
    const slice: Pick<Slice, 'transactions' | 'transfers' | 'activity' | 'accountTokens' | 'tokens'> = {
      transactions: transfers.map(({ block, position, token, amount, sender, recipient }) => ({
        block,
        position,
        hash: hexOf(block * 100 + position, 64),
        minedAt: 1_700_000_000_000 + block * 12_000,
        status: 1,
        nonce: block,
        sender,
        recipient: token ?? recipient,
        created: null,
        amount: token === null ? amount : 0n,
        selector: token === null ? null : '0xa9059cbb',
      })),
      transfers,
      activity: transfers.flatMap(({ block, position, sender, recipient }) =>
        [sender, recipient].map(account => ({ account, block, position })),
      ),
      accountTokens: transfers.flatMap(({ token, recipient }) =>
        token === null ? [] : [{ account: recipient, token }],
      ),
      tokens: transfers.flatMap(({ token }) =>
        token === null ? [] : [{ token, standard: 'erc20' as const }],
      ),
    }
    await store.write(composeSlice(store, chainId, slice))
  }
  await store.write([
    store.compose
      .updateTable('index_tokens')
      .set({ name: 'Seeded Token', symbol: 'SEED', decimals: 18, read_at: 1 })
      .where('chain_id', '=', chainId)
      .compile(),
  ])
}

/** Gives an account that many ERC-721 and ERC-1155 collectibles, whose metadata is known. */
export async function seedCollectibles(
  store: Store,
  options: { readonly chainId: number; readonly account: Hex; readonly count: number },
): Promise<void> {
  const { chainId, account, count } = options
  const bytes = (hex: Hex) => Buffer.from(hex.slice(2), 'hex')
  for (let first = 0; first < count; first += 500) {
    const numbers = Array.from({ length: Math.min(500, count - first) }, (_, index) => first + index)
    const keys = numbers.map(n => ({
      chain_id: chainId,
      token: bytes(seededToken(1_000 + (n % 20))),
      token_id: bytes(hexOf(n, 64)),
    }))
    await store.write([
      store.compose
        .insertInto('index_holdings')
        .values(
          keys.map((key, n) => ({
            ...key,
            account: bytes(account),
            standard: n % 2 === 0 ? ('erc721' as const) : ('erc1155' as const),
            amount: n % 2 === 0 ? '1' : '7',
          })),
        )
        .compile(),
      store.compose
        .insertInto('index_nfts')
        .values(
          keys.map(key => ({
            ...key,
            name: 'Seeded collectible',
            description: null,
            image: null,
            tries: 0,
            read_at: Date.now(),
          })),
        )
        .compile(),
    ])
  }
}
