import { fork } from 'node:child_process'
import { join } from 'node:path'
import { sourceCondition } from '../../scripts/sourceCondition.ts'

/** A process of the interop tests. */
export type PeerProgram = 'officialDapp' | 'officialWallet' | 'ourDapp' | 'ourPhone' | 'relay'

export interface PeerEvent {
  readonly name: string
  readonly data: unknown
}

/** A peer in a process of its own, which ends when the test does, however that ends. */
export interface Peer {
  /** Asks it to do something. @throws PeerError with what it threw, or when it does not answer in time. */
  call<Result>(verb: string, params?: unknown, patience?: number): Promise<Result>
  /** The next event of this name that fits, from those not yet taken; waits for it. */
  next<Data>(name: string, fits?: (data: Data) => boolean, patience?: number): Promise<Data>
  /** Every event of the peer, in order. */
  readonly events: readonly PeerEvent[]
  /** Addresses other than loopback that it wanted; none was reached. */
  readonly outside: readonly string[]
  readonly pid: number
  /** What it printed, its last million characters. */
  printed(): string
  /** Ends it at once, as a closed tab or a killed app does. */
  kill(): Promise<void>
}

/** What a peer threw, with the code it came with. */
export class PeerError extends Error {
  override readonly name = 'PeerError'
  readonly code: number | string | undefined

  constructor(message: string, code?: number | string) {
    super(message)
    this.code = code
  }
}

interface Said {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly code?: number | string }
  readonly event?: string
  readonly data?: unknown
  readonly outside?: string
}

/** Milliseconds. As the tests' own: what comes ends the wait, and a machine with much else to do is not a fault. */
const usual = 60_000

/** Starts a process and asks it to start its part with `options`; `started` is what it answered. */
export async function startPeer<Started>(
  program: PeerProgram,
  options: unknown,
): Promise<Peer & { readonly started: Started }> {
  const file = join(import.meta.dirname, 'processes', `${program}.ts`)
  const child = fork(file, [], {
    execArgv: [`--conditions=${sourceCondition}`],
    env: peerEnv(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  // SDKs print what they get over; it is of interest only where a process ends without a word.
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-1_000_000)
      if (process.env.INTEROP_LOG !== undefined) process.stderr.write(text)
    })
  const hasEnded = () => new PeerError(`${program} has ended: ${printed.slice(-2_000)}`)
  const events: PeerEvent[] = []
  const outside: string[] = []
  const taken = new Set<PeerEvent>()
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const waiting = new Set<() => void>()
  let lastId = 0
  let isGone = false
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()))
  void gone.then(() => {
    isGone = true
    for (const { reject } of asked.values()) reject(hasEnded())
    for (const look of waiting) look()
  })
  child.on('message', (said: Said) => {
    if (said.outside !== undefined) outside.push(said.outside)
    if (said.event !== undefined) {
      events.push({ name: said.event, data: said.data })
      for (const look of [...waiting]) look()
    }
    if (said.id === undefined) return
    const call = asked.get(said.id)
    asked.delete(said.id)
    if (said.error === undefined) call?.resolve(said.result)
    else call?.reject(new PeerError(said.error.message, said.error.code))
  })

  const peer: Peer = {
    events,
    outside,
    pid: child.pid ?? 0,
    printed: () => printed,
    call<Result>(verb: string, params: unknown = {}, patience = usual) {
      if (isGone) return Promise.reject(hasEnded())
      lastId += 1
      const id = lastId
      const answer = new Promise<unknown>((resolve, reject) => asked.set(id, { resolve, reject }))
      child.send({ id, verb, params })
      return inTime(answer as Promise<Result>, patience, `${program} did not ${verb}`)
    },
    next<Data>(name: string, fits: (data: Data) => boolean = () => true, patience = usual) {
      const found = new Promise<Data>((resolve, reject) => {
        const look = (): void => {
          const event = events.find(each => each.name === name && !taken.has(each) && fits(each.data as Data))
          if (event === undefined && !isGone) return
          waiting.delete(look)
          if (event === undefined) reject(hasEnded())
          else {
            taken.add(event)
            resolve(event.data as Data)
          }
        }
        waiting.add(look)
        look()
      })
      const seen = () => events.map(each => each.name).join(' ')
      return inTime(found, patience, () => `${program} did not tell "${name}", but: ${seen()}`)
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
  try {
    await peer.next('ready')
    return { ...peer, started: await peer.call<Started>('start', options) }
  } catch (error) {
    await peer.kill()
    throw error
  }
}

/** SDKs behave differently where they find a test runner. */
function peerEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/VITEST|^NODE_(ENV|OPTIONS)$|^TEST$/.test(name),
  )
  return Object.fromEntries(kept)
}

async function inTime<T>(work: Promise<T>, patience: number, late: string | (() => string)): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PeerError(`${typeof late === 'string' ? late : late()} (within ${patience} ms)`)),
      patience,
    )
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
