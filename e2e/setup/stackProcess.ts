// The local stack in its own process: prints its address on stdout, and ends when stdin closes, for whatever reason.
// Its data is deleted with it. SIGUSR2 begins its bundler, for the tests that need one (needBundler.ts). SIGUSR1 kills that one, which
// the stack then starts again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevstack } from '@latchkey/devstack'

const data = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
process.once('exit', () => rmSync(data, { recursive: true, force: true }))
const start = new AbortController()
const ended = new Promise<void>(resolve => {
  process.stdin.resume().once('end', resolve).once('error', resolve)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
})
void ended.then(() => start.abort())

try {
  const stack = await startDevstack({
    port: 0,
    automine: true,
    bundlerWaits: true,
    data,
    signal: start.signal,
    log: line => console.error(line),
  })
  process.on('SIGUSR2', () => stack.bundler?.begin())
  process.on('SIGUSR1', () => {
    const pid = stack.bundler?.pid()
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  })
  const { url, description } = stack
  process.stdout.write(`${JSON.stringify({ url, description, data, pid: process.pid })}\n`)
  const failure = await Promise.race([ended, stack.failed])
  await stack.stop()
  if (failure !== undefined) throw new Error(failure)
  process.exit(0)
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exit(1)
}
