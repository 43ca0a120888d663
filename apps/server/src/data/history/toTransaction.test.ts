import { assetNameLimit, transactionSchema } from 'latchkey/services'
import * as v from 'valibot'
import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import type { Token } from '../chains/chainFacts.ts'
import { knownChains } from '../chains/knownChains.ts'
import type { Hex } from '../indexer/hexBytes.ts'
import type { TokenWords } from './historyProvider.ts'
import { toTransaction } from './toTransaction.ts'

const account: Hex = `0x${'a1'.repeat(20)}`
const friend: Hex = `0x${'b0'.repeat(20)}`

/** A provider's entry for a transfer of the native currency by its own contract, or of a listed token. */
function received(chain: 'eip155:324' | 'eip155:42220', listed?: Token, said?: TokenWords) {
  const facts = knownChains.find(({ id }) => id === chain) ?? expect.unreachable()
  const own = said === undefined ? facts.nativeContract?.address : friend
  const address = listed?.address ?? own ?? expect.unreachable()
  const token = address.toLowerCase() as Hex
  const leg = {
    standard: 'erc20',
    token,
    tokenId: null,
    amount: 10n ** 18n,
    sender: friend,
    recipient: account,
  } as const
  return toTransaction(
    {
      block: 1,
      position: 0,
      hash: `0x${'1'.repeat(64)}`,
      minedAt: 0,
      status: 1,
      nonce: null,
      sender: friend,
      recipient: token,
      created: null,
      amount: 0n,
      selector: '0xa9059cbb',
      legs: [leg],
    },
    {
      chain,
      account,
      facts,
      tokens: new Map([[token, said ?? facts.nativeCurrency]]),
      vouchedToken: () => listed,
      nfts: new Map(),
      spam: {
        vouched: () => listed !== undefined,
        symbols: new Set([facts.nativeCurrency.symbol]),
        listed: () => false,
      },
    },
  )
}

it('Celo: its currency moved by its own contract is that currency, and no imitation', () => {
  expect(received('eip155:42220').transfers).toMatchObject([
    {
      quantity: { numeric: '1' },
      fungible_info: { symbol: 'CELO', address: null, flags: { is_spam: false, is_vouched: true } },
    },
  ])
})

it("ZKsync Era: ignores its contract's events about ether, which the transactions already show", () => {
  expect(received('eip155:324').transfers).toEqual([])
})

it('a name that an operator lists is cut as long as the wire has room for', () => {
  const address = getAddress(`0x${'c0'.repeat(20)}`)
  const listed = { address, name: 'Wrapped '.repeat(16), symbol: 'W', decimals: 18 }
  const { transfers } = v.parse(transactionSchema, received('eip155:324', listed))
  expect(transfers).toMatchObject([
    {
      quantity: { numeric: '1' },
      fungible_info: { name: listed.name.slice(0, assetNameLimit).trim(), flags: { is_vouched: true } },
    },
  ])
})

it.each([
  ['000 USDC', null],
  [',000', null],
  ['1INCH', '1INCH'],
])('T67: no unlisted token reads as part of the amount beside it: %j', (symbol, shown) => {
  const words = { name: symbol, symbol, decimals: 18 }
  const [transfer] = received('eip155:324', undefined, words).transfers
  expect(transfer?.fungible_info).toMatchObject({ name: shown, symbol: shown, decimals: 18 })
})

it("T67: the operator's list decides the name of a listed token", () => {
  const listed = {
    address: getAddress(`0x${'c0'.repeat(20)}`),
    name: '1000SATS',
    symbol: '1000SATS',
    decimals: 18,
  }
  const [transfer] = received('eip155:324', listed).transfers
  expect(transfer?.fungible_info).toMatchObject({ symbol: '1000SATS' })
})
