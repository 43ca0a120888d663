import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DevstackDescription } from '@latchkey/devstack'
import { sourceCondition } from '../../scripts/sourceCondition.ts'

export interface RunningStack {
  readonly url: string
  readonly description: DevstackDescription
  /** The folder where it keeps everything. */
  readonly data: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts the local stack on free ports with a block for each transaction. @throws Error with its own words. */
export async function startStack(): Promise<RunningStack> {
  const child = spawn(
    process.execPath,
    [`--conditions=${sourceCondition}`, join(import.meta.dirname, 'stackProcess.ts')],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4_000)
  })
  const exited = once(child, 'exit')
  const told = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const first = await Promise.race([told, exited.then(() => undefined)])
  if (first === undefined) throw new Error(`The local stack did not start:\n${words}`)
  const { url, description, data, pid } = JSON.parse(first[0]) as Omit<RunningStack, 'stop'>
  return {
    url,
    description,
    data,
    pid,
    async stop() {
      child.stdin.end()
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(late)
    },
  }
}
