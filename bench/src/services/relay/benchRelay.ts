import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../freePort.ts'
import { startProcess } from '../startProcess.ts'
import { startServices } from '../startServices.ts'
import { benchSeveral, type SeveralResult } from './benchSeveral.ts'
import { leaveUnfinished, type UnfinishedResult } from './leaveUnfinished.ts'
import type { FloodResult, NeighboursResult, PublishResult, RelayPlan, Timings } from './relayPlan.ts'

/** The measured numbers; memory in megabytes, times in milliseconds unless they say seconds. */
export interface RelayNumbers {
  /** Bare ws on this machine, before and after: at its most, and at half of that. */
  readonly echo: readonly { readonly most: Timings; readonly half: Timings }[]
  readonly most: PublishResult
  /** At half of that rate. */
  readonly half: PublishResult
  readonly replay: Timings
  /** The same load, within its limits, in turns alone and beside a flood (T90); all other limits as they come. */
  readonly neighbours: NeighboursResult
  readonly flood: FloodResult
  /** 150 sockets of one address that leave a megabyte without its last byte (S7). */
  readonly unfinished: UnfinishedResult
  /** As many as this machine's limit of open files allows, the wanted number at most. */
  readonly sockets: number
  readonly idleMb: number
  /** Seconds in which all were opened, and in which all were back after the relay was killed. */
  readonly openSeconds: number
  readonly stormSeconds: number
  /** Undefined where there is no PostgreSQL or no Redis. */
  readonly several: readonly SeveralResult[] | undefined
}

const generator = join(import.meta.dirname, 'generateRelay.ts')
const connections = 64
/** Seconds of a flood, and how many; a calm of the same length before each. */
const floodSeconds = 3
const floods = 7

/** The limits stand in the way of one client that is thousands; everything else is as it comes. */
const raised = {
  // As in docs/how-to/run-a-relay.md for many sockets: short-lived objects are collected sooner.
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

/** Measures the relay over SQLite, in a process of its own, and several of them over PostgreSQL. */
export async function benchRelay(options: {
  readonly seconds: number
  readonly sockets: number
  readonly log: (line: string) => void
}): Promise<RelayNumbers> {
  const { seconds, log } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-relay-'))
  const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  try {
    log('Bare ws echo')
    const before = await measureEcho(seconds)

    const env = { ...raised, RELAY_DRAIN_MS: '0', DATA_FOLDER: join(folder, 'messages') }
    const server = await startServices(env)
    closing.unshift(() => server.close())
    const url = `${server.url.replace('http', 'ws')}/relay`
    log('Messages, each acknowledged once it is on disk')
    const most = await run<PublishResult>({ kind: 'publish', url, sockets: connections * 4, seconds })
    const rate = most.ack.perSecond / 2
    log(`${rate.toFixed(0)} messages a second, half of that`)
    const half = await run<PublishResult>({ kind: 'publish', url, sockets: connections, seconds, rate })
    log('A mailbox of 100')
    const replay = await run<Timings>({ kind: 'replay', url, messages: 100, rounds: 20 })
    await server.close()
    log('Bare ws echo')
    const echo = [before, await measureEcho(seconds)]

    const several = await benchSeveral({ seconds, env: raised, log })
    log('Neighbours of a flood')
    const beside = await floodNeighbours(folder)
    log('150 unfinished megabytes')
    const unfinished = await measureUnfinished(folder)
    const sockets = Math.min(options.sockets, openFiles() - 500)
    log(`${sockets} sockets with a subscription each`)
    return {
      echo,
      most,
      half,
      replay,
      ...beside,
      unfinished,
      several,
      sockets,
      ...(await holdSockets(folder, sockets, log)),
    }
  } finally {
    for (const close of closing) await close()
  }
}

/** With its limits as they come: what a flood is refused must not be felt by others. */
async function floodNeighbours(folder: string): Promise<Pick<RelayNumbers, 'neighbours' | 'flood'>> {
  const { NODE_OPTIONS } = raised
  const env = { NODE_OPTIONS, RELAY_DRAIN_MS: '0', DATA_FOLDER: join(folder, 'flood') }
  const server = await startServices(env)
  const yardstick = await startEcho()
  try {
    const url = `${server.url.replace('http', 'ws')}/relay`
    const sink = `${yardstick.url}/sink`
    // Time for both generators to start and to connect.
    const windows = { from: Date.now() + 2_000, seconds: floodSeconds, rounds: floods }
    const [neighbours, flood] = await Promise.all([
      run<NeighboursResult>({ kind: 'neighbours', url, ...windows }),
      run<FloodResult>({ kind: 'flood', url, sink, ...windows }),
    ])
    return { neighbours, flood }
  } finally {
    await yardstick.close()
    await server.close()
  }
}

async function measureUnfinished(folder: string): Promise<UnfinishedResult> {
  const server = await startServices({
    ...raised,
    RELAY_DRAIN_MS: '0',
    DATA_FOLDER: join(folder, 'unfinished'),
  })
  try {
    const url = `${server.url.replace('http', 'ws')}/relay`
    return await leaveUnfinished({ url, memoryMb: () => memoryMb(server.pid) })
  } finally {
    await server.close()
  }
}

async function measureEcho(seconds: number): Promise<RelayNumbers['echo'][number]> {
  const yardstick = await startEcho()
  const plan = { kind: 'echo', url: yardstick.url, sockets: connections, seconds } as const
  try {
    const most = await run<Timings>(plan)
    return { most, half: await run<Timings>({ ...plan, rate: most.perSecond / 2 }) }
  } finally {
    await yardstick.close()
  }
}

async function startEcho(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const running = await startProcess({
    file: join(import.meta.dirname, 'echoServer.ts'),
    ready: lines => lines[0],
  })
  return { url: `ws://127.0.0.1:${running.said.port}`, close: running.close }
}

async function holdSockets(
  folder: string,
  sockets: number,
  log: (line: string) => void,
): Promise<Pick<RelayNumbers, 'idleMb' | 'openSeconds' | 'stormSeconds'>> {
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
    // Memory used while opening them is released meanwhile.
    await wait(3_000)
    const idleMb = memoryMb(server.pid)
    log('All of them again after a kill')
    process.kill(server.pid, 'SIGKILL')
    await server.close()
    server = await startServices(env)
    child.stdin.write('again\n')
    const back = await next()
    return { idleMb, openSeconds: opened.seconds, stormSeconds: back.seconds }
  } finally {
    child.kill('SIGKILL')
    await server.close()
  }
}

async function run<T>(plan: RelayPlan): Promise<T> {
  const text = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [generator, JSON.stringify(plan)], { timeout: 120_000 }, (error, stdout) =>
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
