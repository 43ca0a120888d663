/** Paying against a real chain: the reference stays with the transfer, and the token says what it is. */
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { Paying } from '../../../contract/paying.ts'
import type { Transfer } from '../../../contract/send.ts'
import { startTestChain, type TestChain } from '../../conformance/startTestChain.ts'
import { createEvmAdapter } from '../createEvmAdapter.ts'
import { toTransferCall } from '../send/transferCall.ts'

const merchant = '0x00000000000000000000000000000000000000AA'
const reference = `0x${'5a'.repeat(32)}`
const open = new AbortController().signal

let chain: TestChain
let paying: Paying
const adapter = createEvmAdapter()

beforeAll(async () => {
  chain = await startTestChain({ chainId: 31_337 })
  paying = (await adapter.paying?.()) as Paying
})
afterAll(() => chain.node.stop())

function payment(more: Partial<Transfer> = {}): Transfer {
  const { network, accounts, token } = chain
  const asset = { address: token, symbol: 'TUSD', decimals: 6 }
  const from = toCaipAddress(network.caipNetworkId, accounts[0] as string)
  return { from, network, to: merchant, asset, amount: { value: 19n, decimals: 6 }, ...more }
}

describe('a token', () => {
  test('says its own decimals and symbol', async () => {
    const { network, token } = chain
    expect(await paying.token(chain.rpc, { network, address: token })).toEqual({
      symbol: 'TUSD',
      decimals: 6,
    })
  })

  test('that is none says nothing', async () => {
    const { network } = chain
    expect(await paying.token(chain.rpc, { network, address: merchant })).toBeUndefined()
  })
})

test('a payment with its reference is tried, mined, and exact; the reference stands after its calldata', async () => {
  const transfer = payment({ reference })
  const sending = await adapter.sending?.()
  const quote = await sending?.quote(chain.rpc, transfer, open)
  expect(quote).toMatchObject({ simulation: { at: 'works', changes: [{ change: -19n }] } })
  const { to, data } = toTransferCall(transfer)
  const hash = await chain.wallet.sendTransaction({ chain: null, to, ...(data && { data }) })
  await chain.client.waitForTransactionReceipt({ checkReplacement: false, hash })
  const { input } = await chain.client.getTransaction({ hash })
  expect(input.slice(-64)).toBe(reference.slice(2))
  expect(await balanceOf(merchant)).toBe(19n)
  // It is the transfer that was asked for, also where its hash was lost.
  const nonce = String((await chain.client.getTransaction({ hash })).nonce)
  expect(await sending?.find(chain.rpc, { transfer, nonce })).toEqual({ hash })
  expect(await sending?.find(chain.rpc, { transfer: payment(), nonce })).toBe('other')
})

test.each<[string, () => Partial<Transfer>]>([
  ['short', () => ({ reference: '0x5a' })],
  ['no hexadecimal', () => ({ reference: `0x${'zz'.repeat(32)}` })],
])('a reference that is %s is refused', (_what, more) => {
  expect(() => toTransferCall(payment(more()))).toThrowError(
    expect.objectContaining({ code: 'SEND_INCOMPLETE' }),
  )
})

describe('a code', () => {
  test('of a token has contract, chain, receiver and amount (ERC-681)', () => {
    expect(paying.uri(payment())).toBe(
      `ethereum:${toTransferCall(payment()).to}@31337/transfer?address=${merchant}&uint256=19`,
    )
  })

  test('of the network’s own currency has receiver, chain and amount', () => {
    const asset = { symbol: 'ETH', decimals: 18 }
    const amount = { value: parseEther('0.25'), decimals: 18 }
    expect(paying.uri(payment({ asset, amount }))).toBe(`ethereum:${merchant}@31337?value=250000000000000000`)
    expect(paying.carries(asset)).toBe(false)
  })

  test('for no address is refused', () => {
    expect(() => paying.uri(payment({ to: '0x1' }))).toThrowError(
      expect.objectContaining({ code: expect.stringMatching(/RECEIVER_INVALID|SEND_INCOMPLETE/) }),
    )
  })
})

async function balanceOf(address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  return BigInt((await chain.rpc('eth_call', [{ to: chain.token, data }, 'latest'])) as string)
}
