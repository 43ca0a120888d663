import { getX402Supported, postX402Settle } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import {
  facilitator,
  network,
  openFacilitator,
  payer,
  requirements,
  shop,
  signPayment,
} from './devFacilitator.fixture.ts'

let services: Awaited<ReturnType<typeof openFacilitator>>
beforeAll(async () => {
  services = await openFacilitator({ X402_DAILY_LIMIT: '60' })
})
afterAll(() => services.close())

const settle = (payment: object, key?: string, asked: object = requirements) =>
  services.send('settle', services.ask(payment, asked), key === undefined ? {} : { 'idempotency-key': key })
const verify = async (payment: object, asked: object = requirements) =>
  (await services.send('verify', services.ask(payment, asked))).body

it('names its networks and its account', async () => {
  const { status, body } = await services.send('supported')
  expect([status, v.parse(getX402Supported.response, body)]).toEqual([200, body])
  expect(body).toMatchObject({
    kinds: [{ x402Version: 2, scheme: 'exact', network }],
    signers: { [network]: [facilitator.address] },
  })
})

it('is reached below a URL that names the project, as software of others asks', async () => {
  const at = (path: string, method = 'GET') => services.app.request(path, { method })
  for (const [call, method] of [
    ['supported', 'GET'],
    ['verify', 'POST'],
    ['settle', 'POST'],
  ] as const) {
    const answer = await at(`/v1/x402/my-shop/${call}`, method)
    expect([answer.status, answer.headers.get('location')]).toEqual([307, `../${call}?projectId=my-shop`])
  }
  // What is in the path stays in the value, and other words lead nowhere.
  const odd = await at('/v1/x402/a%26b%2F..%23/supported')
  expect(odd.headers.get('location')).toBe('../supported?projectId=a%26b%2F..%23')
  expect((await at('/v1/x402/my-shop/other')).status).toBe(404)
})

describe('a payment that was signed', () => {
  it('is verified without being spent, and settled by the chain to the unit', async () => {
    const payment = await signPayment()
    expect(await verify(payment)).toEqual({ isValid: true, payer: payer.address })
    expect(await verify(payment)).toEqual({ isValid: true, payer: payer.address })
    const before = await services.balance(shop)
    const { status, body } = await settle(payment)
    expect([status, v.parse(postX402Settle.response, body)]).toEqual([200, body])
    expect(body).toMatchObject({ success: true, network, payer: payer.address.toLowerCase() })
    expect((await services.balance(shop)) - before).toBe(10_000n)
    const receipt = await services.client.getTransactionReceipt({ hash: body.transaction as `0x${string}` })
    expect([receipt.status, receipt.from]).toEqual(['success', facilitator.address.toLowerCase()])
  })

  it('T132: settles once, however often and at the same time it is asked for', async () => {
    const payment = await signPayment()
    const before = await services.balance(shop)
    const all = await Promise.all(Array.from({ length: 5 }, () => settle(payment)))
    const good = all.filter(({ body }) => body.success)
    expect(good).toHaveLength(1)
    for (const { body } of all.filter(({ body }) => !body.success))
      expect(body).toMatchObject({ errorReason: 'duplicate_settlement', transaction: '' })
    expect((await services.balance(shop)) - before).toBe(10_000n)
    expect(await verify(payment)).toMatchObject({
      isValid: false,
      invalidReason: 'invalid_exact_evm_nonce_already_used',
    })
  })

  it('has the same answer under the same key, and none under another', async () => {
    const payment = await signPayment()
    const first = await settle(payment, 'request-1')
    expect(first.body.success).toBe(true)
    expect(await settle(payment, 'request-1')).toEqual(first)
    expect((await settle(payment, 'request-2')).body.errorReason).toBe('duplicate_settlement')
    expect((await settle(payment)).body.errorReason).toBe('duplicate_settlement')
  })

  it('settles beside many others, each with a nonce of its own', async () => {
    const before = await services.balance(shop)
    const payments = await Promise.all(Array.from({ length: 12 }, () => signPayment()))
    const all = await Promise.all(payments.map(payment => settle(payment)))
    expect(all.map(({ body }) => body.success)).toEqual(payments.map(() => true))
    expect(new Set(all.map(({ body }) => body.transaction)).size).toBe(12)
    expect((await services.balance(shop)) - before).toBe(120_000n)
  })
})

describe('T132: a payment that would not settle is refused before anything is sent', () => {
  const later = { ...requirements, amount: '20000' }
  const cases: [string, () => Promise<object>, string, object?][] = [
    ['of less', () => signPayment({ signed: { value: 9_999n } }), 'invalid_exact_evm_authorization_value'],
    ['of more', () => signPayment({ signed: { value: 10_001n } }), 'invalid_exact_evm_authorization_value'],
    ['for something cheaper', () => signPayment(), 'invalid_payment_requirements', later],
    [
      'to another receiver',
      () => signPayment({ signed: { to: payer.address } }),
      'invalid_exact_evm_recipient_mismatch',
    ],
    [
      'not good yet',
      () => signPayment({ signed: { validAfter: 4_000_000_000n } }),
      'invalid_exact_evm_payload_authorization_valid_after',
    ],
    [
      'that has ended',
      () => signPayment({ signed: { validBefore: 1n } }),
      'invalid_exact_evm_payload_authorization_valid_before',
    ],
    ['for another token', () => signPayment({ signed: { name: 'Dai' } }), 'invalid_exact_evm_signature'],
    ['for another network', () => signPayment({ signed: { chainId: 1 } }), 'invalid_exact_evm_signature'],
    [
      'beyond what the payer has',
      () => signPayment({ requirements: { ...requirements, amount: '900000000000000' } }),
      'insufficient_funds',
      { ...requirements, amount: '900000000000000' },
    ],
    [
      'in a token without EIP-3009',
      () => signPayment({ requirements: { ...requirements, asset: devContracts.tether } }),
      'invalid_exact_evm_eip3009_not_supported',
      { ...requirements, asset: devContracts.tether },
    ],
    [
      'on a network that is not served',
      () => signPayment(),
      'invalid_network',
      { ...requirements, network: 'eip155:1' },
    ],
    [
      'by Permit2',
      async () => ({
        ...(await signPayment()),
        payload: {
          signature: '0x00',
          permit2Authorization: {
            from: payer.address,
            spender: shop,
            permitted: { token: requirements.asset, amount: '10000' },
            nonce: '1',
            deadline: '4000000000',
            witness: { to: shop, validAfter: '0' },
          },
        },
      }),
      'unsupported_asset_transfer_method',
    ],
  ]
  it.each(cases)('%s', async (_, make, reason, asked) => {
    const payment = await make()
    expect(await verify(payment, asked)).toMatchObject({ isValid: false, invalidReason: reason })
    const before = await services.rows()
    expect((await settle(payment, undefined, asked)).body).toMatchObject({
      success: false,
      errorReason: reason,
      transaction: '',
    })
    expect(await services.rows()).toEqual(before)
  })

  it('with another signature than the payer’s', async () => {
    const payment = await signPayment()
    const other = await signPayment()
    const mixed = { ...payment, payload: { ...payment.payload, signature: other.payload.signature } }
    expect(await verify(mixed)).toMatchObject({ invalidReason: 'invalid_exact_evm_signature' })
  })
})

describe('the call', () => {
  it('needs the project’s secret, and comes from no page', async () => {
    const body = services.ask(await signPayment())
    const refused: readonly Record<string, string>[] = [
      { authorization: 'Bearer sk_other_secret' },
      { authorization: '' },
      { origin: 'http://localhost:5173' },
    ]
    for (const headers of refused)
      for (const path of ['verify', 'settle']) {
        const answer = await services.send(path, body, headers)
        expect([answer.status, answer.body.code]).toEqual([401, 'SECRET_INVALID'])
      }
  })

  it('takes no body that is none', async () => {
    const payment = await signPayment()
    for (const bad of [{}, { ...services.ask(payment), x402Version: 1 }, services.ask({})]) {
      const { status, body } = await services.send('settle', bad)
      expect([status, body.code]).toEqual([400, 'REQUEST_INVALID'])
    }
    expect((await settle(payment, 'a b')).status).toBe(400)
  })
})

it('settles so many for one project within a day, and no more', async () => {
  services.app.restart({ X402_DAILY_LIMIT: String((await services.rows()).length) })
  expect((await settle(await signPayment())).body.errorReason).toBe('settlement_limit_reached')
  services.app.restart()
  expect((await settle(await signPayment())).body.success).toBe(true)
})

it('T73: what was signed and stored goes out again with the same bytes, also after a restart', async () => {
  await services.client.setAutomine(false)
  const payment = await signPayment()
  const waiting = settle(payment, 'slow')
  await expect.poll(async () => (await services.rows()).at(-1)?.state).toBe('open')
  const stored = (await services.rows()).at(-1)
  // The node forgets what it was sent, as if it had died before it passed it on.
  await expect
    .poll(async () =>
      services.client.request({
        method: 'eth_getTransactionByHash',
        params: [stored?.hash as `0x${string}`],
      }),
    )
    .not.toBeNull()
  await services.client.dropTransaction({ hash: stored?.hash as `0x${string}` })
  services.app.restart()
  await services.client.setAutomine(true)
  // The next one would wait forever for the nonce before it.
  expect((await settle(await signPayment())).body.success).toBe(true)
  const again = await settle(payment, 'slow')
  expect(again.body).toMatchObject({ success: true, transaction: stored?.hash })
  expect((await waiting).body).toMatchObject({ success: true, transaction: stored?.hash })
  expect((await services.rows()).find(({ hash }) => hash === stored?.hash)).toEqual({
    ...stored,
    state: 'settled',
  })
})

it('says nothing is supported without a key', async () => {
  const without = await openFacilitator({ X402_KEY: '', X402_NETWORKS: '' })
  try {
    expect((await without.send('supported')).body).toEqual({ kinds: [], extensions: [], signers: {} })
    const payment = await signPayment()
    expect((await without.send('verify', without.ask(payment))).body).toMatchObject({ isValid: false })
    expect((await without.send('settle', without.ask(payment))).body).toMatchObject({ success: false })
  } finally {
    await without.close()
  }
})
