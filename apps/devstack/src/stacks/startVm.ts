import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ChainUnavailable } from '../demand/demandChain.ts'

/** The Clarity VM, in a process of its own. */
export interface Vm {
  /** Settles when the process has ended; says how. */
  readonly exited: Promise<string>
  /** Micro-STX by address. */
  balances(): Promise<ReadonlyMap<string, bigint>>
  mint(recipient: string, amount: bigint): Promise<void>
  /** Moves micro-STX in a block of its own. @returns whether the VM did. */
  transfer(order: {
    readonly sender: string
    readonly recipient: string
    readonly amount: bigint
  }): Promise<boolean>
  /** How many blocks there are. */
  height(): Promise<number>
  stop(): Promise<void>
}

/** Milliseconds in which the VM must be ready; it takes about three seconds on an idle machine. */
const startLimit = 120_000
/** Characters of what it wrote last, for the reason of an end. */
const mostOutput = 2_000

/**
 * What runs in the other process. The VM's package is under the GPL: nothing of ours imports it, and what it is asked is plain data. It
 * ends with this process, whose end closes the channel.
 */
const program = `
  import { getSDK } from '@stacks/clarinet-sdk'
  const vm = await getSDK({})
  await vm.initEmptySession({ enabled: false })
  const calls = {
    balances: () => [...(vm.getAssetsMap().get('STX') ?? new Map())].map(([each, held]) => [each, String(held)]),
    mint: ([to, amount]) => { vm.mintSTX(to, BigInt(amount)) },
    transfer: ([from, to, amount]) => vm.transferSTX(BigInt(amount), to, from).result.type === 'ok',
    height: () => vm.stacksBlockHeight,
  }
  process.on('disconnect', () => process.exit(0))
  process.on('message', ({ id, call, params }) => {
    try {
      process.send({ id, answer: calls[call](params) })
    } catch (error) {
      process.send({ id, error: String(error) })
    }
  })
  process.send({ id: 0 })
`

interface Reply {
  readonly id: number
  readonly answer?: unknown
  readonly error?: string
}

/**
 * Starts the VM.
 * @throws ChainUnavailable when its packages do not run here; the reason of the signal.
 */
export async function startVm(options: {
  /** Where its packages are. */
  readonly packages: string
  readonly folder: string
  readonly signal?: AbortSignal | undefined
}): Promise<Vm> {
  const { packages, folder, signal } = options
  signal?.throwIfAborted()
  // Beside the packages, where its import finds them.
  const file = join(packages, 'node_modules', '.latchkey-vm.mjs')
  writeFileSync(file, program)
  const child = fork(file, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-mostOutput)
    })
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  const exited = new Promise<string>(resolve => {
    child.once('exit', (code, how) => {
      for (const { reject } of waiting.values()) reject(new Error('The VM has ended.'))
      waiting.clear()
      resolve(how ?? `code ${code}`)
    })
  })
  let last = 0
  const receive = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  const ready = receive(last)
  child.on('message', message => {
    const { id, answer, error } = message as Reply
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(answer)
    else call?.reject(new Error(error))
  })
  child.once('error', error => waiting.get(0)?.reject(error))
  const ask = (call: string, ...params: readonly string[]): Promise<unknown> => {
    const id = ++last
    const answered = receive(id)
    child.send({ id, call, params })
    return answered
  }
  async function stop(): Promise<void> {
    child.kill('SIGKILL')
    await exited
  }
  const limit = AbortSignal.any([AbortSignal.timeout(startLimit), ...(signal ? [signal] : [])])
  const late = new Promise<never>((_, reject) =>
    limit.addEventListener('abort', () => reject(new Error('it did not start in time'))),
  )
  try {
    await Promise.race([ready, late])
  } catch (cause) {
    await stop()
    signal?.throwIfAborted()
    const reason = said.trim().split('\n').at(-1) || String(cause)
    throw new ChainUnavailable(`its VM does not start here: ${reason}`, { cause })
  }

  return {
    exited,
    async balances() {
      const list = (await ask('balances')) as readonly (readonly [string, string])[]
      return new Map(list.map(([address, held]) => [address, BigInt(held)]))
    },
    async mint(recipient, amount) {
      await ask('mint', recipient, String(amount))
    },
    transfer: async ({ sender, recipient, amount }) =>
      (await ask('transfer', sender, recipient, String(amount))) === true,
    height: async () => Number(await ask('height')),
    stop,
  }
}
