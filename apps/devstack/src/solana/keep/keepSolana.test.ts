import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Address } from '@solana/kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountOfName } from '../devSolanaAccounts.ts'
import { openLedger } from '../openLedger.ts'
import { payLamports } from '../seed/payFaucet.ts'

let folder: string
let parents: ChildProcess[]
beforeEach(() => {
  parents = []
  folder = mkdtempSync(join(tmpdir(), 'latchkey-solana-'))
})
afterEach(() => {
  for (const parent of parents) parent.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const poor: Address = accountOfName('a poor visitor').address
const lines: string[] = []
const open = (fresh = false) => openLedger({ folder, fresh, slotTime: 400, log: line => lines.push(line) })
type Opened = Awaited<ReturnType<typeof open>>
const balanceOf = ({ ledger }: Opened): bigint => {
  const account = ledger.getAccount(poor)
  return account.exists ? account.lamports : 0n
}

test('a closed chain comes back with balances, history, blockhashes and a later slot; fresh begins anew', async () => {
  const first = await open()
  const signature = await payLamports(first.ledger, poor, 2_000_000n)
  const slot = first.ledger.slot()
  const { blockhash } = first.ledger.lifetime('processed')
  await first.close()

  const second = await open()
  expect(balanceOf(second)).toBe(2_000_000n)
  expect(second.ledger.history.get(signature)).toEqual(first.ledger.history.get(signature))
  expect(second.ledger.history.of(poor).map(entry => entry.signature)).toEqual([signature])
  expect(second.ledger.slot()).toBeGreaterThanOrEqual(slot)
  expect(second.ledger.lifetimeOf(blockhash)).toBeDefined()
  await payLamports(second.ledger, poor, 3_000_000n)
  await second.close()

  const third = await open()
  expect(balanceOf(third)).toBe(5_000_000n)
  expect(third.ledger.history.of(poor)).toHaveLength(2)
  await third.close()
  const fresh = await open(true)
  expect(balanceOf(fresh)).toBe(0n)
  await fresh.close()
})

test('a torn snapshot costs what came after the one before, and is set aside', async () => {
  const first = await open()
  await payLamports(first.ledger, poor, 2_000_000n)
  await first.close()
  const second = await open()
  await payLamports(second.ledger, poor, 3_000_000n)
  await second.close()

  const file = join(folder, 'state.bin')
  writeFileSync(file, readFileSync(file).subarray(0, 100_000))
  const again = await open()
  expect(lines.at(-1)).toMatch(/state\.bin was cut off and is set aside as state\.bin\.damaged/)
  // The start of the second run saved once before the payment.
  expect(balanceOf(again)).toBe(2_000_000n)
  expect(again.ledger.history.of(poor)).toHaveLength(1)
  await again.close()
})

test('with both snapshots and the history torn the chain begins anew', async () => {
  const first = await open()
  await payLamports(first.ledger, poor, 2_000_000n)
  await first.close()
  for (const name of ['state.bin', 'previous.bin', 'history.jsonl']) writeFileSync(join(folder, name), 'x')
  const again = await open()
  expect(balanceOf(again)).toBe(0n)
  await again.close()
})

test('a history that was cut off in its last line keeps the lines before', async () => {
  const first = await open()
  const kept = await payLamports(first.ledger, poor, 2_000_000n)
  await payLamports(first.ledger, poor, 3_000_000n)
  await first.close()
  const file = join(folder, 'history.jsonl')
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -100))
  const again = await open()
  expect(balanceOf(again)).toBe(5_000_000n)
  expect(again.ledger.history.of(poor).map(entry => entry.signature)).toEqual([kept])
  await again.close()
})

test('D10: a process that is killed without a word has saved what was a second old', async () => {
  const fixture = fileURLToPath(new URL('./keepSolana.fixture.ts', import.meta.url))
  const parent = spawn(process.execPath, ['--conditions=@latchkey/source', fixture, folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  parents.push(parent)
  const [url] = await once(createInterface(parent.stdout), 'line')
  const answer = await fetch(String(url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [poor, 2_000_000] }),
  })
  const { result } = (await answer.json()) as { result: string }
  const isSaved = () => readFileSync(join(folder, 'state.bin')).includes(result)
  await vi.waitUntil(isSaved, { timeout: 30_000, interval: 50 })
  parent.kill('SIGKILL')
  await once(parent, 'exit')

  const again = await open()
  expect(balanceOf(again)).toBe(2_000_000n)
  expect(again.ledger.history.of(poor).map(entry => entry.signature)).toEqual([result])
  await again.close()
})
