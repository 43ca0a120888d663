/** Paying by a signature against a real chain: what is signed moves exactly what was asked for, once. */
import { type Hex, hexToNumber, parseAbi, slice } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Authorizing } from '../../../contract/authorizing.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { PaymentRequirements } from '../../../contract/x402.ts'
import { startTestChain, type TestChain } from '../../conformance/startTestChain.ts'
import { createEvmAdapter } from '../createEvmAdapter.ts'

const shop = '0x000000000000000000000000000000000000bEEF'
const nonce = `0x${'7b'.repeat(32)}` as const
const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function balanceOf(address) view returns (uint256)',
])

let chain: TestChain
let authorizing: Authorizing
beforeAll(async () => {
  chain = await startTestChain({ chainId: 31_337 })
  authorizing = (await createEvmAdapter().authorizing?.()) as Authorizing
})
afterAll(() => chain.node.stop())

function asked(change: Partial<PaymentRequirements> = {}): PaymentRequirements {
  return {
    scheme: 'exact',
    network: chain.network.caipNetworkId,
    amount: '1900',
    asset: chain.token,
    payTo: shop,
    maxTimeoutSeconds: 86_400,
    extra: { name: 'Test Dollar', version: '1' },
    ...change,
  }
}
const read = (requirements: PaymentRequirements) =>
  authorizing.token(chain.rpc, { network: chain.network, requirements })

test('a token says itself what its signatures are bound to', async () => {
  const expected = {
    asset: `eip155:31337/erc20:${(await read(asked())).shown.address}`,
    shown: { symbol: 'TUSD', decimals: 6 },
    name: 'Test Dollar',
    version: '1',
  }
  expect(await read(asked())).toMatchObject(expected)
  expect(await read(asked({ extra: {} }))).toMatchObject(expected)
})

test('what is signed moves exactly the amount to the receiver, once, and ends within ten minutes', async () => {
  const requirements = asked()
  const [from] = chain.accounts
  const now = Date.now()
  const order = {
    from: toCaipAddress(chain.network.caipNetworkId, from as string),
    ...{ requirements, token: await read(requirements), nonce, now },
  }
  const { data, payload } = authorizing.authorize(order)
  const signature = await chain.wallet.signTypedData(data as never)
  const sent = payload(signature)
  const { authorization } = sent as Extract<typeof sent, { authorization: object }>
  expect(Number(authorization.validBefore)).toBe(Math.floor(now / 1_000) + 600)
  const pay = async () =>
    chain.client.waitForTransactionReceipt({
      checkReplacement: false,
      hash: await chain.wallet.writeContract({
        abi,
        address: chain.token,
        functionName: 'transferWithAuthorization',
        args: [
          authorization.from as Hex,
          authorization.to as Hex,
          BigInt(authorization.value),
          BigInt(authorization.validAfter),
          BigInt(authorization.validBefore),
          authorization.nonce as Hex,
          hexToNumber(slice(signature, 64)),
          slice(signature, 0, 32),
          slice(signature, 32, 64),
        ],
        chain: null,
      }),
    })
  expect((await pay()).status).toBe('success')
  const held = await chain.client.readContract({
    abi,
    address: chain.token,
    functionName: 'balanceOf',
    args: [shop],
  })
  expect(held).toBe(1_900n)
  await expect(pay()).rejects.toThrow()
})

describe('a hostile request is refused before a wallet is asked', () => {
  test.each<[string, () => Partial<PaymentRequirements>, string]>([
    ['another name', () => ({ extra: { name: 'Free Gift', version: '1' } }), 'PAYMENT_UNSAFE'],
    ['another version', () => ({ extra: { name: 'Test Dollar', version: '2' } }), 'PAYMENT_UNSAFE'],
    ['no receiver', () => ({ payTo: `0x${'0'.repeat(40)}` }), 'PAYMENT_UNSAFE'],
    ['no token', () => ({ asset: shop }), 'PAYMENT_UNSUPPORTED'],
    ['nothing', () => ({ amount: '0' }), 'PAYMENT_UNSUPPORTED'],
    ['another network', () => ({ network: 'eip155:1' }), 'PAYMENT_UNSUPPORTED'],
    ['Permit2', () => ({ extra: { assetTransferMethod: 'permit2' } }), 'PAYMENT_UNSUPPORTED'],
  ])('%s', async (_what, change, code) => {
    await expect(read(asked(change()))).rejects.toMatchObject({ code })
  })
})
