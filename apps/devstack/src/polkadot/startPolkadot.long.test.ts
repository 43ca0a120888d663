/** Fir, booted: what it holds by our adapter, and a transfer by the ecosystem's own library. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { polkadot } from 'latchkey/polkadot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toDemandNetwork } from '../chains/devNetworks.ts'
import type { RunningDemandChain } from '../demand/demandChain.ts'
import { devPolkadotAccounts, devPolkadotBalance } from './devPolkadotAccounts.ts'
import { startPolkadot } from './startPolkadot.ts'

let folder: string
let chain: RunningDemandChain

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-fir-'))
  chain = await startPolkadot({ port: 0, dataFolder: folder })
}, 600_000)
afterAll(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${chain.port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:5173' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  // Pages of other ports read it.
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const answer = (await response.json()) as { readonly result?: unknown; readonly error?: unknown }
  if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error))
  return answer.result
}

async function balanceOf(address: string): Promise<bigint | undefined> {
  const adapter = await polkadot().load()
  return adapter.nativeBalance?.(rpc, address, toDemandNetwork('polkadot', `http://127.0.0.1:${chain.port}`))
}

test('is the chain that the dev networks name', async () => {
  expect(await rpc('chain_getBlockHash', [0])).toBe(`0x${'45'.repeat(32)}`)
  expect(await rpc('system_properties', [])).toMatchObject({ tokenDecimals: 12 })
})

test('funds the accounts of the simulated wallet; another one has nothing', async () => {
  for (const { address } of devPolkadotAccounts) expect(await balanceOf(address)).toBe(devPolkadotBalance)
  expect(await balanceOf('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')).toBe(0n)
})

test('a transfer moves the balance, and one with a bad signature is refused', async () => {
  // The chain's own packages: its lockfile is not this one.
  const installed = join(import.meta.dirname, '../../demand/polkadot/node_modules')
  const packages = createRequire(join(installed, '@acala-network/chopsticks/package.json'))
  const { ApiPromise, WsProvider, Keyring } = packages('@polkadot/api')
  const api = await ApiPromise.create({
    provider: new WsProvider(`ws://127.0.0.1:${chain.port}`),
    noInitWarn: true,
  })
  try {
    const { format } = toDemandNetwork('polkadot', 'http://localhost')
    expect(api.consts.system.ss58Prefix.toNumber()).toBe(format?.prefix)
    const [from, to] = devPolkadotAccounts
    const pair = new Keyring({ type: 'sr25519' }).addFromSeed(from?.secret)
    expect(pair.address).toBe(from?.address)
    const amount = 7_000_000_000_000n
    const transfer = api.tx.balances.transferKeepAlive(to?.address, amount)
    await transfer.signAndSend(pair)
    await expect
      .poll(() => balanceOf(to?.address ?? ''), { timeout: 30_000 })
      .toBe(devPolkadotBalance + amount)
    const left = (await balanceOf(from?.address ?? '')) ?? 0n
    expect(left).toBeLessThan(devPolkadotBalance - amount)
    expect(left).toBeGreaterThan(devPolkadotBalance - amount - 1_000_000_000n)

    const forged = await api.tx.balances.transferKeepAlive(to?.address, amount).signAsync(pair)
    const bytes = forged.toU8a()
    // The call is at the end: another amount than the one that was signed.
    bytes[bytes.length - 2] ^= 1
    const hex = `0x${Buffer.from(bytes).toString('hex')}`
    await expect(rpc('author_submitExtrinsic', [hex])).rejects.toThrow(/badProof/)
    expect(await balanceOf(to?.address ?? '')).toBe(devPolkadotBalance + amount)
  } finally {
    await api.disconnect()
  }
})
