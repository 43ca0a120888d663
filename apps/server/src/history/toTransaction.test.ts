import { expect, it } from 'vitest'
import { knownChains } from '../chains/knownChains.ts'
import type { Hex } from '../indexer/hexBytes.ts'
import { toTransaction } from './toTransaction.ts'

const account: Hex = `0x${'a1'.repeat(20)}`
const friend: Hex = `0x${'b0'.repeat(20)}`

/** What a provider tells of a transfer of the native currency by its own contract. */
function received(chain: 'eip155:324' | 'eip155:42220') {
  const facts = knownChains.find(({ id }) => id === chain) ?? expect.unreachable()
  const token = facts.nativeContract?.address ?? expect.unreachable()
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
      tokens: new Map([[token, facts.nativeCurrency]]),
      vouchedToken: () => undefined,
      nfts: new Map(),
      spam: { vouched: () => false, symbols: new Set([facts.nativeCurrency.symbol]), listed: () => false },
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

it('ZKsync Era: what its contract tells of ether is told by the transactions already', () => {
  expect(received('eip155:324').transfers).toEqual([])
})
