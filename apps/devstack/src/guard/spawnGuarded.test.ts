import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { spawnGuarded } from './spawnGuarded.ts'

const shell = (script: string, grace = 5_000) =>
  spawnGuarded({ command: '/bin/sh', args: ['-c', script], output: 'ignore', grace })

test('reports how a program ended', async () => {
  expect(await (await shell('exit 3')).exited).toBe('exit code 3')
  expect(await (await shell('kill -9 $$')).exited).toBe('signal SIGKILL')
})

test('refuses to start a missing program', async () => {
  const start = spawnGuarded({ command: '/no/such/program', args: [], output: 'ignore', grace: 0 })
  await expect(start).rejects.toThrow(/ENOENT/)
})

test('signals a program first and gives it time', async () => {
  const program = await shell('trap "exit 7" TERM; while :; do sleep 0.01; done')
  await program.stop()
  // The channel is closed by then: that the program ended in time is the proof.
  expect(() => process.kill(program.pid, 0)).toThrow(/ESRCH/)
})

test('kills a program that ignores the signal, and its children with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-guard-'))
  const note = join(folder, 'pid')
  const program = await shell(`trap "" TERM; sleep 600 & echo $! > ${note}; while :; do sleep 0.01; done`, 50)
  const child = await vi.waitUntil(() => existsSync(note) && Number(readFileSync(note, 'utf8')), {
    timeout: 5_000,
  })
  await program.stop()
  expect(() => process.kill(program.pid, 0)).toThrow(/ESRCH/)
  await vi.waitUntil(() => isGone(child), { timeout: 5_000 })
  rmSync(folder, { recursive: true })
})

/** Whether a process is gone; a zombie (Z) counts as gone. */
function isGone(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() === '' || stdout.startsWith('Z')
}

test('stopping twice, or after the end, is fine', async () => {
  const program = await shell('exit 0')
  await program.exited
  await program.stop()
  await program.stop()
})
