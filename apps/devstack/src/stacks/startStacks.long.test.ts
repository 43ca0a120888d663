import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { broadcastTransaction, fetchNonce, makeSTXTokenTransfer } from '@stacks/transactions'
import { stacks } from 'latchkey/stacks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toDemandNetwork } from '../chains/devNetworks.ts'
import type { RunningDemandChain } from '../demand/demandChain.ts'
import { devStacksAccounts, devStacksBalance } from './devStacksAccounts.ts'
import { startStacks } from './startStacks.ts'

let folder: string
let chain: RunningDemandChain
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-ginkgo-'))
  chain = await startStacks({ port: 0, dataFolder: folder })
  url = `http://127.0.0.1:${chain.port}`
})
afterAll(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const [first = '', second = '', third = ''] = devStacksAccounts
/** 32 ones, twos and threes; the last byte says that the key is a compressed one. */
const keyOf = (seed: number) => `${String(seed).padStart(2, '0').repeat(32)}01`

async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${url}${path}`, init)
  const text = await answer.text()
  return {
    status: answer.status,
    body: text.startsWith('{') || /^["\d]/.test(text) ? JSON.parse(text) : text,
  }
}
const post = (bytes: Uint8Array) => ask('/v2/transactions', { method: 'POST', body: new Uint8Array(bytes) })

/** The balance as the widget reads it. */
async function balance(address: string): Promise<bigint | undefined> {
  const adapter = await stacks().load()
  const rpc = async (_method: string, [path]: readonly unknown[]) => (await ask(String(path))).body
  return adapter.nativeBalance?.(rpc, address, toDemandNetwork('stacks', url))
}

function sign(order: { from?: number; to?: string; amount?: bigint; fee?: bigint; nonce?: bigint }) {
  const { from = 1, to = second, amount = 1_000_000n, fee = 300n, nonce = 0n } = order
  return makeSTXTokenTransfer({
    recipient: to,
    amount,
    fee,
    nonce,
    senderKey: keyOf(from),
    network: 'testnet',
    memo: 'hello',
  })
}
const rejected = (reason: string) => ({ status: 400, body: { error: 'transaction rejected', reason } })

test('is a test network of Stacks', async () => {
  expect(await ask('/v2/info')).toMatchObject({ status: 200, body: { network_id: 0x80000000 } })
  expect(await ask('/v2/fees/transfer')).toEqual({ status: 200, body: 1 })
  expect(await ask(`/v2/accounts/${first.replace('ST', 'SP')}?proof=0`)).toMatchObject({ status: 400 })
})

test('funds the accounts of the simulated wallet', async () => {
  for (const account of devStacksAccounts) expect(await balance(account)).toBe(devStacksBalance)
  expect(await balance('ST2NEB84ASENDXKYGJPQW86YXQCEFEX2ZQPG87ND')).toBe(0n)
})

test('refuses what is signed badly, out of order, for too little or with too much', async () => {
  const forged = (await sign({})).serializeBytes()
  // In the signature, which ends before the anchor mode.
  forged[100] = (forged[100] ?? 0) ^ 1
  expect(await post(forged)).toEqual(rejected('SignatureValidation'))
  const moved = (await sign({})).serializeBytes()
  // In the amount: the signature is for another one.
  const at = moved.length - 35
  moved[at] = (moved[at] ?? 0) ^ 1
  expect(await post(moved)).toEqual(rejected('SignatureValidation'))
  expect(await post((await sign({ nonce: 1n })).serializeBytes())).toEqual(rejected('BadNonce'))
  expect(await post((await sign({ fee: 1n })).serializeBytes())).toEqual(rejected('FeeTooLow'))
  expect(await post((await sign({ amount: devStacksBalance })).serializeBytes())).toEqual(
    rejected('NotEnoughFunds'),
  )
  expect(await post((await sign({ to: first })).serializeBytes())).toEqual(
    rejected('TransferRecipientCannotEqualSender'),
  )
  expect(await post(new Uint8Array(180))).toEqual(rejected('Deserialization'))
  const longer = new Uint8Array([...(await sign({})).serializeBytes(), 0])
  expect(await post(longer)).toEqual(rejected('Deserialization'))
  const main = await makeSTXTokenTransfer({
    recipient: 'SP3NW1VGB5AWYG9VTC062A53NW8N34GD1R7QANGAJ',
    amount: 1n,
    fee: 300n,
    nonce: 0n,
    senderKey: keyOf(1),
    network: 'mainnet',
  })
  expect(await post(main.serializeBytes())).toEqual(rejected('BadTransactionVersion'))
  expect(await balance(first)).toBe(devStacksBalance)
})

test('moves what a wallet signed, once, with its fee', async () => {
  const signed = await sign({ amount: 2_500_000n, fee: 400n })
  const [before, held] = [await balance(first), await balance(second)]
  const sent = await post(signed.serializeBytes())
  expect(sent).toEqual({ status: 200, body: signed.txid() })
  expect(await fetchNonce({ address: first, client: { baseUrl: url } })).toBe(1n)
  expect(await balance(first)).toBe((before ?? 0n) - 2_500_400n)
  expect(await balance(second)).toBe((held ?? 0n) + 2_500_000n)
  expect(await post(signed.serializeBytes())).toEqual(rejected('BadNonce'))
  expect(await ask(`/v2/accounts/${first}?proof=0`)).toMatchObject({ body: { nonce: 1 } })
  expect(await ask(`/extended/v1/tx/0x${signed.txid()}`)).toMatchObject({
    status: 200,
    body: {
      tx_status: 'success',
      sender_address: first,
      token_transfer: { recipient_address: second, amount: '2500000' },
    },
  })
  expect(await ask(`/extended/v1/address/${second}/balances`)).toMatchObject({
    body: { stx: { balance: String(devStacksBalance + 2_500_000n) } },
  })
  expect(await ask(`/extended/v1/tx/${'00'.repeat(32)}`)).toMatchObject({ status: 404 })
})

test('two transactions with one nonce at once: one is mined', async () => {
  const both = await Promise.all([sign({ from: 3, amount: 1n }), sign({ from: 3, amount: 2n })])
  const answers = await Promise.all(both.map(each => post(each.serializeBytes())))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await ask(`/v2/accounts/${third}?proof=0`)).toMatchObject({ body: { nonce: 1 } })
})

test('takes what the ecosystem’s own client sends, and tells it why not', async () => {
  const client = { baseUrl: url }
  const transaction = await sign({ from: 2, to: third, amount: 7n })
  expect(await broadcastTransaction({ transaction, client })).toEqual({ txid: transaction.txid() })
  expect(await broadcastTransaction({ transaction, client })).toMatchObject({ reason: 'BadNonce' })
  for (const body of ['{', '{}', '{"tx":7}', '{"tx":"zz"}']) {
    const headers = { 'content-type': 'application/json' }
    expect(await ask('/v2/transactions', { method: 'POST', headers, body })).toEqual(
      rejected('Deserialization'),
    )
  }
})
