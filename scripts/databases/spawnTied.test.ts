import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { spawnTied } from './spawnTied.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tied-'))
  folders.push(folder)
  return folder
}

const program = [
  process.execPath,
  '-e',
  `require('fs').writeFileSync(String(process.pid), ''); console.log('ready'); setInterval(() => {}, 1000)`,
]
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

test('ends what it started, and keeps its folder', async () => {
  const cwd = fresh()
  const tied = await spawnTied(program, { cwd, ready: /ready/ })
  const pid = Number(readdirSync(cwd)[0])
  expect(isAlive(pid)).toBe(true)
  await tied.stop()
  expect([isAlive(pid), existsSync(cwd)]).toEqual([false, true])
})

test.each([
  ['is killed', 'SIGKILL'],
  ['is told to end, with all that it started', 'SIGTERM'],
] as const)(
  'what it started does not outlive a process that %s, and neither does its folder',
  async (_, how) => {
    const cwd = fresh()
    const source = `import { spawnTied } from ${JSON.stringify(new URL('./spawnTied.ts', import.meta.url).href)}
await spawnTied(${JSON.stringify(program)}, { cwd: ${JSON.stringify(cwd)}, ready: /ready/ })
console.log('started')`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise(resolve => parent.stdout.once('data', resolve))
    const pid = Number(readdirSync(cwd)[0])
    // As the runner of the gates ends what carries its mark.
    if (how === 'SIGTERM') for (const shell of childrenOf(parent.pid as number)) process.kill(shell, how)
    parent.kill(how)
    await vi.waitFor(() => expect([isAlive(pid), existsSync(cwd)]).toEqual([false, false]), {
      timeout: 5_000,
    })
  },
)

test('reports the output of a program that did not start', async () => {
  const failing = [process.execPath, '-e', `console.error('FATAL: no room'); process.exit(1)`]
  await expect(spawnTied(failing, { cwd: fresh(), ready: /ready/ })).rejects.toThrow('FATAL: no room')
})
