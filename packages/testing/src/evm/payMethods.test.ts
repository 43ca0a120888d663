import { decodeFunctionData, erc20Abi, type Hex, parseTransaction as parseRaw } from 'viem'
import { describe, expect, it } from 'vitest'
import { createTestWallet } from '../fixtures/createTestWallet.ts'

const token: Hex = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const merchant: Hex = '0x00000000000000000000000000000000000000AA'
const txid = `0x${'7e'.repeat(32)}`
const now = 1_800_000_000
const inToken = { asset: `eip155:1/erc20:${token}`, amount: '0x5', recipient: `eip155:1:${merchant}` }
const native = { ...inToken, asset: 'eip155:1/slip44:60', amount: '0x64' }
const elsewhere = { ...inToken, asset: `eip155:2/erc20:${token}`, recipient: `eip155:2:${merchant}` }
const order = (acceptedPayments: unknown, more: object = {}) => ({
  ...{ version: '1.0.0', orderId: 'order-1', acceptedPayments, expiry: now + 60 },
  ...more,
})

/** A wallet on chain 1, and what its node was sent. */
function opened({ tokens = 5n, ether = 10n ** 18n }: { tokens?: bigint; ether?: bigint } = {}) {
  const sent: Hex[] = []
  const quantity = (value: bigint) => `0x${value.toString(16)}`
  const wallet = createTestWallet({
    connected: true,
    chains: [{ id: 1, rpcUrl: 'http://one.test' }, { id: 2 }],
    clock: { now: () => now * 1_000, after: () => () => undefined },
    async post(_url: string, body: string) {
      const { method, params } = JSON.parse(body) as { method: string; params: readonly Hex[] }
      const answers: Record<string, () => unknown> = {
        eth_call: () => quantity(tokens),
        eth_getBalance: () => quantity(ether),
        eth_getTransactionCount: () => '0x0',
        eth_estimateGas: () => '0x5208',
        eth_getBlockByNumber: () => ({ baseFeePerGas: '0x1' }),
        eth_maxPriorityFeePerGas: () => '0x1',
        eth_sendRawTransaction: () => {
          sent.push(params[0] as Hex)
          return txid
        },
      }
      return JSON.stringify({ result: answers[method]?.() })
    },
  })
  const pay = (request: unknown) => wallet.provider.request({ method: 'wallet_pay', params: [request] })
  return { pay, sent: () => sent.map(raw => parseRaw(raw)) }
}

describe('wallet_pay (CAIP-358)', () => {
  it('pays by the first way on its chain that it has enough for, and says which', async () => {
    const { pay, sent } = opened()
    expect(await pay(order([elsewhere, inToken, native]))).toEqual({
      ...{ version: '1.0.0', orderId: 'order-1', txid },
      ...inToken,
    })
    const [transaction] = sent()
    expect(transaction?.to?.toLowerCase()).toBe(token.toLowerCase())
    expect(decodeFunctionData({ abi: erc20Abi, data: transaction?.data ?? '0x' })).toEqual({
      ...{ functionName: 'transfer', args: [merchant, 5n] },
    })
  })

  it('pays the next way where it has too little for the first', async () => {
    const { pay, sent } = opened({ tokens: 4n })
    expect(await pay(order([inToken, native], { orderId: undefined }))).toEqual({
      ...{ version: '1.0.0', txid },
      ...native,
    })
    expect(sent()).toMatchObject([{ to: merchant.toLowerCase(), value: 100n }])
  })

  it.each<[string, unknown, number]>([
    ['another version', order([native], { version: '2' }), -32602],
    ['no ways', order([]), -32602],
    ['no list', order('all'), -32602],
    ['no end', order([native], { expiry: undefined }), -32602],
    ['ways of other chains alone', order([elsewhere]), 4902],
    ['an amount of nothing', order([{ ...native, amount: '0x0' }]), -32602],
    ['a receiver on another chain', order([{ ...native, recipient: `eip155:2:${merchant}` }]), -32602],
    ['a receiver that is none', order([{ ...native, recipient: 'eip155:1:0x12' }]), -32602],
    ['a collectible', order([{ ...native, asset: `eip155:1/erc721:${token}/1` }]), -32602],
    ['an end that has passed', order([native], { expiry: now }), -32000],
    ['more than there is', order([{ ...native, amount: '0xffffffffffffffffffff' }]), -32000],
  ])('refuses %s, and sends nothing', async (_what, request, code) => {
    const { pay, sent } = opened()
    await expect(pay(request)).rejects.toMatchObject({ code })
    expect(sent()).toEqual([])
  })
})
