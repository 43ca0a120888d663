import { createPublicKey, verify } from 'node:crypto'
import { verifyReceipt } from 'latchkey/server'
import {
  developmentDirectoryKey,
  getPaymentReceipt,
  getPaymentRecord,
  postPayment,
  postPaymentTransaction,
  postRefund,
  postRefundTransaction,
  receiptText,
  refundMessage,
} from 'latchkey/services'
import { type Address, type Hex, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import {
  caip,
  type DevPayments,
  merchant,
  network,
  openDevPayments,
  order,
  payer,
  transferCall,
  usdc,
} from './payments.fixture.ts'

let dev: DevPayments
const time = { shift: 0 }
const merchantAccount = privateKeyToAccount(devAccounts[8]?.privateKey as Hex)
const other = devAccounts[5]?.address as Address
beforeAll(async () => {
  dev = await openDevPayments({ PAYMENTS_POLL_MS: '50' }, { now: () => Date.now() + time.shift })
})
afterAll(() => dev.close())

const watch = async () => {
  time.shift += 100
  await dev.watch()
}

/** A payment of 19.99 USDC that is settled, by several transfers. */
async function settle(...parts: readonly string[]): Promise<string> {
  const { payment } = await dev.ask(postPayment, { body: order() })
  for (const part of parts.length === 0 ? ['19.99'] : parts) {
    const data = transferCall(merchant, parseUnits(part, 6), payment.reference)
    const hash = await dev.pay({ to: devContracts.usdc, data })
    const body = { caipNetworkId: network, hash }
    await dev.ask(postPaymentTransaction, { params: { payment: payment.id }, body })
  }
  await dev.mine()
  await watch()
  return payment.id
}
const record = async (payment: string) => (await dev.ask(getPaymentRecord, { params: { payment } })).payment
const refund = (payment: string, body: object = {}, headers = {}) =>
  dev.ask(postRefund, { params: { payment }, body, headers })
const signed = async (call: { readonly to: string; readonly data: string; readonly value: string }) => {
  const hash = await dev.client.sendTransaction({
    account: merchantAccount,
    to: call.to as Address,
    data: call.data as Hex,
    value: BigInt(call.value),
  })
  await dev.client.waitForTransactionReceipt({ checkReplacement: false, hash })
  return hash
}
const hand = (payment: string, id: string, hash: string) =>
  dev.ask(postRefundTransaction, { params: { payment, refund: id }, body: { hash } })

describe('refunds', () => {
  it('move all of it back to the payer by the merchant’s wallet, and settle', async () => {
    const payment = await settle()
    const proposed = await refund(payment)
    expect(proposed.refund).toMatchObject({
      state: 'proposed',
      asset: usdc,
      amount: '19.99',
      recipient: caip(payer.address),
      hash: null,
    })
    const hash = await signed(proposed.call)
    expect((await hand(payment, proposed.refund.id, hash)).refund).toMatchObject({ state: 'seen', hash })
    await dev.mine()
    await watch()
    expect(await record(payment)).toMatchObject({ state: 'refunded', refunds: [{ state: 'settled' }] })
  })

  it('are of parts, whose sum is never more than what was paid, however many ask at once', async () => {
    const payment = await settle()
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => dev.send(postRefund, { params: { payment }, body: { amount: '5' } })),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409])
    expect((await refund(payment)).refund.amount).toBe('4.99')
    expect(await dev.refusal(postRefund, { params: { payment }, body: {} })).toBe('REFUND_REFUSED')
    for (const amount of ['0', '0.0000001', '100'])
      expect(await dev.refusal(postRefund, { params: { payment }, body: { amount } })).toBe('REFUND_REFUSED')
  })

  it('are made once for an idempotency key', async () => {
    const payment = await settle()
    const headers = { 'idempotency-key': 'refund-1' }
    const made = await Promise.all(Array.from({ length: 5 }, () => refund(payment, { amount: '1' }, headers)))
    expect(new Set(made.map(each => each.refund.id)).size).toBe(1)
    expect((await record(payment)).refunds).toHaveLength(1)
    const body = { amount: '2' }
    expect(await dev.refusal(postRefund, { params: { payment }, body, headers })).toBe('IDEMPOTENCY_CONFLICT')
  })

  it('T128: go to another address by the payer’s signature alone', async () => {
    const payment = await settle()
    const address = caip(other)
    const message = refundMessage(payment, '5', address)
    const body = async (signature: string) => ({ amount: '5', recipient: { address, signature } })
    const theirs = await privateKeyToAccount(devAccounts[5]?.privateKey as Hex).signMessage({ message })
    const others = await payer.signMessage({ message: refundMessage(payment, '6', address) })
    for (const signature of [theirs, others, '0x', 'x'])
      expect(await dev.refusal(postRefund, { params: { payment }, body: await body(signature) })).toBe(
        'REFUND_REFUSED',
      )
    const right = await payer.signMessage({ message })
    expect((await refund(payment, await body(right))).refund.recipient).toBe(address)
  })

  it('are matched by exactly their transfer, each once', async () => {
    const payment = await settle()
    const [one, two] = [await refund(payment, { amount: '3' }), await refund(payment, { amount: '3' })]
    const wrong = await signed({
      to: devContracts.usdc,
      data: transferCall(payer.address, 2_999_999n),
      value: '0',
    })
    const body = { hash: wrong }
    const params = { payment, refund: one.refund.id }
    expect(await dev.refusal(postRefundTransaction, { params, body })).toBe('REFUND_REFUSED')
    const hash = await signed(one.call)
    await hand(payment, one.refund.id, hash)
    expect(
      await dev.refusal(postRefundTransaction, {
        params: { payment, refund: two.refund.id },
        body: { hash },
      }),
    ).toBe('REFUND_REFUSED')
  })

  it('wait for what is final', async () => {
    const { payment } = await dev.ask(postPayment, { body: order() })
    expect(await dev.refusal(postRefund, { params: { payment: payment.id }, body: {} })).toBe(
      'REFUND_REFUSED',
    )
  })
})

describe('receipts', () => {
  it('are signed by the directory’s key, and verified without the services', async () => {
    const payment = await settle('10', '9.99')
    const receipt = await dev.ask(getPaymentReceipt, { params: { payment }, headers: { authorization: '' } })
    expect(receipt.receipt).toMatchObject({ state: 'settled', payment, transfers: [{}, {}] })
    const rules = { directoryKeys: [developmentDirectoryKey], projectId: 'latchkey-dev', payment }
    expect(await verifyReceipt(receipt, rules)).toMatchObject({ valid: true })
    const key = createPublicKey({
      key: Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(receipt.key, 'base64url'),
      ]),
      format: 'der',
      type: 'spki',
    })
    const signature = Buffer.from(receipt.signature, 'base64url')
    const holds = (one: typeof receipt) => verify(null, Buffer.from(receiptText(one)), key, signature)
    expect(holds(receipt)).toBe(true)
    const forged = { ...receipt, receipt: { ...receipt.receipt, referenceId: 'A-8' } }
    expect(holds(forged)).toBe(false)
    expect(await verifyReceipt(forged, rules)).toMatchObject({ valid: false, refusal: 'signature' })
  })

  it('are not there before something is in a block', async () => {
    const { payment } = await dev.ask(postPayment, { body: order() })
    expect(await dev.refusal(getPaymentReceipt, { params: { payment: payment.id } })).toBe('NOT_FOUND')
  })
})
