import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../freePort.ts'
import { startProcess } from '../startProcess.ts'
import { startServices } from '../startServices.ts'
import type { FloodResult, PublishResult, RelayPlan, Timings } from './relayPlan.ts'

/** What was measured; memory in megabytes, times in milliseconds unless they say seconds. */
export interface RelayNumbers {
  /** What bare ws does on this machine at this moment. */
  readonly echo: Timings
  readonly most: PublishResult
  readonly steady: PublishResult
  readonly replay: Timings
  /** The same load, within its limits, alone and beside sockets that publish ten times as fast as they may (T90). */
  readonly calm: PublishResult
  readonly flooded: PublishResult
  readonly flood: FloodResult
  /** As many as this machine's limit of open files allows, the wanted number at most. */
  readonly sockets: number
  readonly idleMb: number
  readonly handshakesPerSecond: number
  readonly stormSeconds: number
}

const generator = join(import.meta.dirname, 'generateRelay.ts')
const connections = 64

/** The limits stand in the way of one client that is thousands; everything else is as it comes. */
const raised = {
  // As docs/how-to/run-a-relay.md has it for many sockets: what is short-lived is cleared away sooner.
  NODE_OPTIONS: '--max-semi-space-size=2 --max-old-space-size=512',
  RELAY_CALLS_PER_SECOND: '1000000',
  RELAY_CALLS_BURST: '10000000',
  RELAY_HANDSHAKES_PER_MINUTE: '10000000',
  RELAY_HANDSHAKES_BURST: '10000000',
  RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '1000',
  RELAY_SOCKETS_PER_ADDRESS: '1000000',
  RELAY_MAILBOX_MESSAGES: '100000',
  RELAY_MAILBOX_BYTES: '1000000000',
}

/** Measures the relay over SQLite, in a process of its own. */
export async function benchRelay(options: {
  readonly rate: number
  readonly seconds: number
  readonly sockets: number
  readonly log: (line: string) => void
}): Promise<RelayNumbers> {
  const { rate, seconds, log } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-relay-'))
  const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  try {
    log('Bare ws echo')
    const yardstick = await startProcess({
      file: join(import.meta.dirname, 'echoServer.ts'),
      ready: lines => lines[0],
    })
    const echo = await run<Timings>({
      kind: 'echo',
      url: `ws://127.0.0.1:${yardstick.said.port}`,
      sockets: connections,
      seconds,
    })
    await yardstick.close()

    const env = { ...raised, RELAY_DRAIN_MS: '0', DATA_FOLDER: join(folder, 'messages') }
    const server = await startServices(env)
    closing.unshift(() => server.close())
    const url = `${server.url.replace('http', 'ws')}/relay`
    log('Messages, each acknowledged once it is on disk')
    const most = await run<PublishResult>({ kind: 'publish', url, sockets: connections * 4, seconds })
    log(`${rate} messages a second`)
    const steady = await run<PublishResult>({ kind: 'publish', url, sockets: connections, seconds, rate })
    log('A mailbox of 100')
    const replay = await run<Timings>({ kind: 'replay', url, messages: 100, rounds: 20 })
    await server.close()

    log('Neighbours of a flood')
    const neighbours = await floodNeighbours(folder, seconds)
    const sockets = Math.min(options.sockets, openFiles() - 500)
    log(`${sockets} sockets with a subscription each`)
    return {
      echo,
      most,
      steady,
      replay,
      ...neighbours,
      sockets,
      ...(await holdSockets(folder, sockets, log)),
    }
  } finally {
    for (const close of closing) await close()
  }
}

/** With the limits on calls as they come: what a flood is refused must not be felt by others. */
async function floodNeighbours(
  folder: string,
  seconds: number,
): Promise<Pick<RelayNumbers, 'calm' | 'flooded' | 'flood'>> {
  const { RELAY_CALLS_PER_SECOND: _calls, RELAY_CALLS_BURST: _burst, ...limited } = raised
  const env = { ...limited, RELAY_DRAIN_MS: '0', DATA_FOLDER: join(folder, 'flood') }
  const server = await startServices(env)
  try {
    const url = `${server.url.replace('http', 'ws')}/relay`
    const load: RelayPlan = { kind: 'publish', url, sockets: connections, seconds, rate: connections * 10 }
    // Once for what a process does for the first time.
    await run<PublishResult>({ ...load, seconds: 1 })
    const calm = await run<PublishResult>(load)
    const [flooded, flood] = await Promise.all([
      run<PublishResult>(load),
      run<FloodResult>({ kind: 'flood', url, sockets: 10, seconds: seconds + 1 }),
    ])
    return { calm, flooded, flood }
  } finally {
    await server.close()
  }
}

async function holdSockets(
  folder: string,
  sockets: number,
  log: (line: string) => void,
): Promise<Pick<RelayNumbers, 'idleMb' | 'handshakesPerSecond' | 'stormSeconds'>> {
  const port = String(await freePort())
  const env = { ...raised, RELAY_DRAIN_MS: '0', DATA_FOLDER: join(folder, 'sockets'), PORT: port }
  let server = await startServices(env)
  const plan: RelayPlan = { kind: 'idle', url: `ws://127.0.0.1:${port}/relay`, sockets }
  const child = spawn(process.execPath, [generator, JSON.stringify(plan)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async () =>
      JSON.parse(String((await lines.next()).value)) as { sockets: number; seconds: number }
    const opened = await next()
    // What was used while they were opened is given back meanwhile.
    await wait(3_000)
    const idleMb = memoryMb(server.pid)
    log('All of them again after a kill')
    process.kill(server.pid, 'SIGKILL')
    await server.close()
    server = await startServices(env)
    child.stdin.write('again\n')
    const back = await next()
    return { idleMb, handshakesPerSecond: opened.sockets / opened.seconds, stormSeconds: back.seconds }
  } finally {
    child.kill('SIGKILL')
    await server.close()
  }
}

async function run<T>(plan: RelayPlan): Promise<T> {
  const text = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [generator, JSON.stringify(plan)], { timeout: 60_000 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    )
  })
  return JSON.parse(text) as T
}

function memoryMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_000
}

/** Files that a process may have open here; sockets are among them. */
function openFiles(): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
}
