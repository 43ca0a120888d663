/** Hazel by Sui's own clients. */

import type { Signer } from '@mysten/sui/cryptography'
import { getFaucetHost, requestSuiFromFaucetV2 } from '@mysten/sui/faucet'
import { SuiGraphQLClient } from '@mysten/sui/graphql'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { suiDocuments } from 'latchkey/services'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { devSuiAccounts } from './devSuiAccounts.ts'
import { type RunningSui, startSui } from './startSui.ts'

const sui = 1_000_000_000n
const [alice, bob] = devSuiAccounts as readonly [Signer, Signer]
const receiver = Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(99)).toSuiAddress()

let chain: RunningSui
let client: SuiGraphQLClient
beforeEach(async () => {
  chain = await startSui({ port: 0, dataFolder: '' })
  client = new SuiGraphQLClient({ url: `http://127.0.0.1:${chain.port}/graphql`, network: 'localnet' })
})
afterEach(() => chain.stop())

const balanceOf = async (owner: string) => BigInt((await client.getBalance({ owner })).balance.balance)
const coinOf = (owner: string) => {
  const [coin] = chain.ledger.coins(owner)
  if (!coin) expect.unreachable('it has a coin')
  return { objectId: coin.id, version: String(coin.version), digest: coin.digest }
}

/** A transfer of SUI as wallets make it, with the coin that pays for its gas. */
async function transferOf(
  from: Signer,
  amount: bigint,
  { to = receiver, budget = 5_000_000n, price = 1_000n, payment = [coinOf(from.toSuiAddress())] } = {},
): Promise<Uint8Array> {
  const transaction = new Transaction()
  const [coin] = transaction.splitCoins(transaction.gas, [amount])
  transaction.transferObjects([coin], to)
  transaction.setSender(from.toSuiAddress())
  transaction.setGasPrice(price)
  transaction.setGasBudget(budget)
  transaction.setGasPayment(payment)
  return transaction.build()
}
const send = async (bytes: Uint8Array, ...signers: Signer[]) => {
  const signed = await Promise.all(signers.map(signer => signer.signTransaction(bytes)))
  return client.executeTransaction({
    transaction: bytes,
    signatures: signed.map(({ signature }) => signature),
    include: { effects: true, balanceChanges: true, bcs: true },
  })
}

test('the accounts of the simulated wallet have SUI, and another account has none', async () => {
  for (const account of devSuiAccounts) expect(await balanceOf(account.toSuiAddress())).toBe(1_000n * sui)
  expect(await balanceOf(receiver)).toBe(0n)
  expect((await client.listCoins({ owner: alice.toSuiAddress() })).objects).toHaveLength(1)
  expect((await client.listBalances({ owner: receiver })).balances).toEqual([])
  expect(await client.getReferenceGasPrice()).toEqual({ referenceGasPrice: '1000' })
})

test.each(Object.entries(suiDocuments))(
  'every document that our services send is answered: %s',
  async (_name, query) => {
    const { data, errors } = await client.query({ query, variables: { owner: alice.toSuiAddress() } })
    expect(errors).toBeUndefined()
    expect(JSON.stringify(data)).not.toContain('null')
  },
)

test('each start is a chain of its own', async () => {
  const { chainIdentifier } = await client.getChainIdentifier()
  const other = await startSui({ port: 0, dataFolder: '' })
  expect(chainIdentifier).toBe(chain.ledger.genesis)
  expect(other.ledger.genesis).not.toBe(chain.ledger.genesis)
  await other.stop()
})

test.each([
  ['ed25519', 0],
  ['secp256k1', 1],
  ['secp256r1', 2],
] as const)(
  'a transfer signed by %s moves SUI and pays for gas, and is found by its digest',
  async (_scheme, at) => {
    const from = devSuiAccounts[at] ?? alice
    const result = await send(await transferOf(from, sui), from)
    if (result.$kind !== 'Transaction') expect.unreachable('it was executed')
    const { digest, effects, balanceChanges } = result.Transaction
    expect(effects?.status.success).toBe(true)
    expect(effects?.changedObjects).toHaveLength(2)
    expect(await balanceOf(receiver)).toBe(sui)
    expect(await balanceOf(from.toSuiAddress())).toBe(999n * sui - 1_000_000n)
    expect(balanceChanges).toContainEqual(expect.objectContaining({ address: receiver, amount: String(sui) }))
    const found = await client.getTransaction({ digest, include: { effects: true } })
    expect(found.Transaction?.digest).toBe(digest)
  },
)

test('the whole coin is handed on, where the gas coin itself is', async () => {
  const transaction = new Transaction()
  transaction.transferObjects([transaction.gas], receiver)
  transaction.setSender(alice.toSuiAddress())
  transaction.setGasPrice(1_000)
  transaction.setGasBudget(5_000_000)
  transaction.setGasPayment([coinOf(alice.toSuiAddress())])
  await send(await transaction.build(), alice)
  expect(await balanceOf(alice.toSuiAddress())).toBe(0n)
  expect(await balanceOf(receiver)).toBe(1_000n * sui - 1_000_000n)
})

describe('refuses', () => {
  test('a signature of another account, of other bytes, and none', async () => {
    const bytes = await transferOf(alice, sui)
    await expect(send(bytes, bob)).rejects.toThrow('Invalid user signature')
    await expect(send(bytes)).rejects.toThrow('signer signatures')
    await expect(send(bytes, alice, bob)).rejects.toThrow('signer signatures')
    const { signature } = await alice.signTransaction(await transferOf(alice, 2n * sui))
    const other = client.executeTransaction({ transaction: bytes, signatures: [signature] })
    await expect(other).rejects.toThrow('Invalid user signature')
    const message = await alice.signPersonalMessage(bytes)
    const personal = client.executeTransaction({ transaction: bytes, signatures: [message.signature] })
    await expect(personal).rejects.toThrow('Invalid user signature')
    expect(await balanceOf(receiver)).toBe(0n)
  })

  test('a coin that was spent already, and answers the same transaction the same', async () => {
    const payment = [coinOf(alice.toSuiAddress())]
    const first = await transferOf(alice, sui, { payment })
    const one = await send(first, alice)
    expect(await send(first, alice)).toEqual(one)
    const second = await transferOf(alice, 2n * sui, { payment })
    await expect(send(second, alice)).rejects.toThrow('unavailable for consumption')
    expect(await balanceOf(receiver)).toBe(sui)
  })

  test('two transactions at once with one coin: one of them', async () => {
    const payment = [coinOf(alice.toSuiAddress())]
    const both = await Promise.allSettled([
      send(await transferOf(alice, sui, { payment }), alice),
      send(await transferOf(alice, 2n * sui, { payment }), alice),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('the coin of another account, a coin twice, and none', async () => {
    const theirs = [coinOf(bob.toSuiAddress())]
    await expect(send(await transferOf(alice, sui, { payment: theirs }), alice)).rejects.toThrow('gas owner')
    const own = coinOf(alice.toSuiAddress())
    await expect(send(await transferOf(alice, sui, { payment: [own, own] }), alice)).rejects.toThrow('twice')
  })

  test('too little gas, and a price below the reference', async () => {
    await expect(send(await transferOf(alice, sui, { budget: 999_999n }), alice)).rejects.toThrow('budget')
    await expect(send(await transferOf(alice, sui, { price: 999n }), alice)).rejects.toThrow('reference')
    const much = await transferOf(alice, sui, { budget: 2_000n * sui })
    await expect(send(much, alice)).rejects.toThrow('lower than the needed amount')
  })

  test('bytes that are no transaction, or more than one', async () => {
    const bytes = await transferOf(alice, sui)
    for (const wrong of [
      new Uint8Array(),
      new Uint8Array(100),
      bytes.subarray(1),
      new Uint8Array([...bytes, 0]),
    ])
      await expect(send(wrong, alice)).rejects.toThrow('Failed to deserialize')
  })

  test('commands that it does not execute', async () => {
    const transaction = new Transaction()
    transaction.moveCall({ target: '0x2::clock::timestamp_ms', arguments: [] })
    transaction.setSender(alice.toSuiAddress())
    transaction.setGasPrice(1_000)
    transaction.setGasBudget(5_000_000)
    transaction.setGasPayment([coinOf(alice.toSuiAddress())])
    await expect(send(await transaction.build(), alice)).rejects.toThrow('MoveCall')
  })

  test('documents with fields that it does not serve, and addresses that are none', async () => {
    const unknown = await client.query({ query: '{ serviceConfig { maxQueryDepth } }', variables: {} })
    expect(unknown.errors?.[0]?.message).toContain('serviceConfig')
    const wrong = await client.query({ query: '{ address(address: "0xzz") { address } }', variables: {} })
    expect(wrong.errors?.[0]?.message).toContain('Invalid SuiAddress')
  })
})

test('more than the account has is a failure on the chain, which costs gas alone', async () => {
  const result = await send(await transferOf(alice, 2_000n * sui), alice)
  expect(result.$kind).toBe('FailedTransaction')
  expect(await balanceOf(alice.toSuiAddress())).toBe(1_000n * sui - 1_000_000n)
  expect(await balanceOf(receiver)).toBe(0n)
})

test('a sponsor pays where both sign', async () => {
  const transaction = new Transaction()
  const [coin] = transaction.splitCoins(transaction.gas, [sui])
  transaction.transferObjects([coin], receiver)
  transaction.setSender(alice.toSuiAddress())
  transaction.setGasOwner(bob.toSuiAddress())
  transaction.setGasPrice(1_000)
  transaction.setGasBudget(5_000_000)
  transaction.setGasPayment([coinOf(bob.toSuiAddress())])
  const bytes = await transaction.build()
  await expect(send(bytes, alice)).rejects.toThrow('signer signatures')
  await send(bytes, alice, bob)
  expect(await balanceOf(bob.toSuiAddress())).toBe(999n * sui - 1_000_000n)
})

test('the faucet pays, by Sui’s own client', async () => {
  const host = `http://127.0.0.1:${chain.port}`
  expect(getFaucetHost('localnet')).toContain('127.0.0.1')
  await requestSuiFromFaucetV2({ host, recipient: receiver })
  expect(await balanceOf(receiver)).toBe(10n * sui)
  await expect(requestSuiFromFaucetV2({ host, recipient: 'nobody' })).rejects.toThrow()
})

test('zkLogin is answered as nodes answer a signature that does not hold', async () => {
  const answer = await client.query({
    query:
      'query($b: Base64!) { verifyZkLoginSignature(bytes: $b, signature: $b, intentScope: PERSONAL_MESSAGE, author: "0x2") { success } }',
    variables: { b: toBase64(fromBase64('AQ==')) },
  })
  expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } })
})

test('T121 pages of this machine read the answers, those of the internet and other names do not', async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${chain.port}/graphql`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', ...headers },
    })
  const allowed = async (origin: string) => (await ask({ origin })).headers.get('access-control-allow-origin')
  expect(await allowed('http://localhost:5173')).toBe('http://localhost:5173')
  expect(await allowed('https://evil.example')).toBeNull()
  expect(await allowed('null')).toBeNull()
})
