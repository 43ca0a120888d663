import { pbkdf2Sync } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HDKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devMnemonic } from '../chains/devAccounts.ts'
import { demandNetworks } from '../chains/devNetworks.ts'
import { devBitcoinAccounts, simulatedBitcoinAccounts } from './devBitcoinAccounts.ts'
import { type RunningBitcoin, startBitcoin } from './startBitcoin.ts'

let folder: string
let bitcoin: RunningBitcoin
const start = (automine = true): Promise<RunningBitcoin> =>
  startBitcoin({ port: 0, dataFolder: folder, automine })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-elm-'))
  bitcoin = await start()
})
afterAll(async () => {
  await bitcoin?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const [first, second] = devBitcoinAccounts as readonly [
  (typeof devBitcoinAccounts)[number],
  (typeof devBitcoinAccounts)[number],
]

async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://localhost:${bitcoin.port}${path}`, init)
  return { status: answer.status, text: await answer.text() }
}
const read = async (path: string): Promise<unknown> => JSON.parse((await ask(path)).text)

interface Stats {
  readonly funded_txo_sum: number
  readonly spent_txo_sum: number
}
async function balance(address: string): Promise<{ chain: number; mempool: number }> {
  const answer = (await read(`/address/${address}`)) as { chain_stats: Stats; mempool_stats: Stats }
  const left = ({ funded_txo_sum, spent_txo_sum }: Stats): number => funded_txo_sum - spent_txo_sum
  return { chain: left(answer.chain_stats), mempool: left(answer.mempool_stats) }
}

/** A signed transaction of the node's wallet that pays an address, not sent yet. */
async function signPayment(address: string, bitcoins: number): Promise<string> {
  const raw = await bitcoin.call('createrawtransaction', [], { [address]: bitcoins })
  const { hex } = (await bitcoin.call('fundrawtransaction', raw)) as { hex: string }
  return ((await bitcoin.call('signrawtransactionwithwallet', hex)) as { hex: string }).hex
}

test('a new chain has 102 blocks and pays the accounts of the mnemonic and of the simulated wallets', async () => {
  expect(await ask('/blocks/tip/height')).toEqual({ status: 200, text: '102' })
  for (const { payment, ordinals } of [...devBitcoinAccounts, ...simulatedBitcoinAccounts]) {
    expect(await balance(payment)).toEqual({ chain: 200_000_000, mempool: 0 })
    expect(await balance(ordinals)).toEqual({ chain: 50_000_000, mempool: 0 })
  }
})

test('the accounts are those of BIP-84 and BIP-86', async () => {
  const seed = pbkdf2Sync(devMnemonic, 'mnemonic', 2048, 64, 'sha512')
  const key = HDKey.fromMasterSeed(seed, { private: 0x0435_8394, public: 0x0435_87cf }).privateExtendedKey
  const derive = async (descriptor: string): Promise<unknown> => {
    const { checksum } = (await bitcoin.call('getdescriptorinfo', descriptor)) as { checksum: string }
    return bitcoin.call('deriveaddresses', `${descriptor}#${checksum}`, [0, devBitcoinAccounts.length - 1])
  }
  expect(await derive(`wpkh(${key}/84h/1h/0h/0/*)`)).toEqual(devBitcoinAccounts.map(({ payment }) => payment))
  expect(await derive(`tr(${key}/86h/1h/0h/0/*)`)).toEqual(devBitcoinAccounts.map(({ ordinals }) => ordinals))
})

test('a raw transaction is posted, mined and found under address and id', async () => {
  const before = await balance(first.payment)
  const hex = await signPayment(first.payment, 0.25)
  const { status, text: txid } = await ask('/tx', { method: 'POST', body: hex })
  expect([status, txid]).toEqual([200, expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(await balance(first.payment)).toEqual({ chain: before.chain + 25_000_000, mempool: 0 })
  expect(await read(`/tx/${txid}/status`)).toMatchObject({ confirmed: true, block_height: 103 })
  expect(await ask(`/tx/${txid}/hex`)).toEqual({ status: 200, text: hex })
  const transaction = await read(`/tx/${txid}`)
  expect(transaction).toMatchObject({
    txid,
    vout: expect.arrayContaining([
      expect.objectContaining({
        scriptpubkey_address: first.payment,
        scriptpubkey_type: 'v0_p2wpkh',
        value: 25_000_000,
      }),
    ]),
  })
  const { vin, vout, fee } = transaction as {
    vin: { prevout: { value: number } }[]
    vout: { value: number }[]
    fee: number
  }
  const sum = (values: number[]): number => values.reduce((total, each) => total + each, 0)
  expect(fee).toBeGreaterThan(0)
  expect(sum(vin.map(({ prevout }) => prevout.value))).toBe(sum(vout.map(({ value }) => value)) + fee)
  expect(await read(`/address/${first.payment}/utxo`)).toMatchObject([
    { txid, value: 25_000_000, status: { confirmed: true } },
    { value: 200_000_000 },
  ])
  expect(await read(`/address/${first.payment}/txs`)).toMatchObject([{ txid }, {}])
})

test('the mempool counts apart until a block comes', async () => {
  const before = await balance(second.ordinals)
  // Past the facade, which would mine it.
  const txid = await bitcoin.call('sendrawtransaction', await signPayment(second.ordinals, 0.5))
  // The timer may have mined it already: only the sum is sure.
  const { chain, mempool } = await balance(second.ordinals)
  expect(chain + mempool).toBe(before.chain + 50_000_000)
  await expect
    .poll(async () => read(`/tx/${txid}/status`), { interval: 100 })
    .toMatchObject({ confirmed: true })
  expect(await balance(second.ordinals)).toEqual({ chain: before.chain + 50_000_000, mempool: 0 })
})

test('the first block is the one that names the chain', async () => {
  const { text } = await ask('/block-height/0')
  expect(`bip122:${text.slice(0, 32)}`).toBe(demandNetworks.bitcoin.caipNetworkId)
})

test('an address in capital letters is the same one', async () => {
  expect(await read(`/address/${first.payment.toUpperCase()}`)).toEqual(
    await read(`/address/${first.payment}`),
  )
})

test('a transaction that is spent already, or none, is refused with the node’s reason', async () => {
  const hex = await signPayment(first.payment, 0.01)
  expect((await ask('/tx', { method: 'POST', body: hex })).status).toBe(200)
  const again = await ask('/tx', { method: 'POST', body: hex })
  expect(again).toEqual({
    status: 400,
    text: expect.stringContaining('sendrawtransaction RPC error: {"code":-27'),
  })
  const broken = await ask('/tx', { method: 'POST', body: `${hex.slice(0, -20)}${'0'.repeat(20)}` })
  expect(broken.status).toBe(400)
})

test.each([
  ['/address/nonsense', 400, 'Invalid Bitcoin address'],
  ['/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 400, 'Invalid Bitcoin address'],
  [`/address/${first.payment.slice(0, -1)}q/utxo`, 400, 'Invalid Bitcoin address'],
  [`/tx/${'0'.repeat(64)}`, 404, 'Transaction not found'],
  ['/tx/..%2F..%2Fwallet', 400, 'Invalid hex string'],
  ['/tx/xyz/status', 400, 'Invalid hex string'],
  ['/block-height/x', 400, 'Invalid height'],
  ['/block-height/999999', 404, 'Block not found'],
  ['/wallet/devstack', 404, 'Not found'],
])('%s is refused', async (path, status, text) => {
  expect(await ask(path)).toEqual({ status, text })
})

test.each([
  ['', 400],
  ['nonsense', 400],
  ['00'.repeat(20), 400],
  ['00'.repeat(500_000), 413],
])('a body that is no transaction is refused (%#)', async (body, status) => {
  expect((await ask('/tx', { method: 'POST', body })).status).toBe(status)
})

test('pages of this machine may read the answers, others not', async () => {
  const allowed = async (origin: string): Promise<string | null> => {
    const answer = await fetch(`http://localhost:${bitcoin.port}/fee-estimates`, { headers: { origin } })
    expect(await answer.json()).toEqual({})
    return answer.headers.get('access-control-allow-origin')
  }
  expect(await allowed('http://localhost:4400')).toBe('http://localhost:4400')
  expect(await allowed('https://evil.example')).toBeNull()
})

test('a restart keeps blocks and balances; a stop ends the node', async () => {
  const before = { tip: await ask('/blocks/tip/hash'), balance: await balance(first.payment) }
  await bitcoin.stop()
  // A node that was killed leaves it behind.
  expect(existsSync(join(folder, 'node', 'regtest', '.cookie'))).toBe(false)
  bitcoin = await start()
  expect({ tip: await ask('/blocks/tip/hash'), balance: await balance(first.payment) }).toEqual(before)
})
