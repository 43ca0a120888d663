import type { Clock } from '../core/clock.ts'
import type { Act, PromptMode } from '../core/createConductor.ts'
import { createMemory, pageStorage, type WalletStorage } from '../core/createMemory.ts'
import type { WalletScript } from '../core/createScript.ts'
import { createScriptedWallet, type ScriptControl } from '../core/createScriptedWallet.ts'
import { exposeWallet } from '../core/exposeWallet.ts'
import { extendControl } from '../core/extendControl.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { NamespaceError } from './namespaceError.ts'
import { signText } from './signText.ts'
import { testAddresses } from './testAddresses.ts'

/** Options of `createSimulatedNamespace`. */
export interface SimulatedNamespaceOptions {
  readonly name: string
  /** CAIP-2 namespace; `solana` unless set. */
  readonly namespace?: string
  readonly icon?: string
  readonly rdns?: string
  /** The wallet's addresses, or how many of `testAddresses`; 1 unless set. */
  readonly accounts?: number | readonly string[]
  readonly script?: WalletScript
  /** What the wallet does with prompts; `approve` unless set. */
  readonly mode?: PromptMode
  /** Whether the site was connected before the page loaded; false unless set. What the wallet remembers goes first. */
  readonly connected?: boolean
  /** Whether the wallet remembers between page loads; true unless set. */
  readonly memory?: boolean
  /** Name under which the wallet is put on `window.__latchkeyWallets`; not put there unless set. */
  readonly expose?: string
  /** Where the wallet remembers; `localStorage` unless set. */
  readonly storage?: WalletStorage
  readonly clock?: Clock
  /** Hands an approved transfer to the chain and answers the transaction's id; without it the wallet does not send. */
  readonly submit?: (order: SimulatedTransfer) => Promise<string>
}

/** A transfer that the site asks for. */
export interface SimulatedTransfer {
  readonly from: string
  readonly to: string
  /** Base units. */
  readonly amount: bigint
  /** The token's address; absent for the network's own currency. */
  readonly token?: string
}

/** A small wallet of another namespace: it connects, reports its accounts, signs, sends and disconnects. */
export interface SimulatedNamespace {
  readonly namespace: string
  readonly info: { readonly name: string; readonly icon: string; readonly rdns?: string }
  /** Accounts that the site may see; none while it is not connected. */
  readonly accounts: readonly string[]
  /** Connects; `silent` never prompts and answers none instead. Throws NamespaceError. */
  connect(options?: { readonly silent?: boolean }): Promise<readonly string[]>
  /**
   * Signs a text with the Ed25519 key of its first account, one of `testAddresses`; answers base64. Throws NamespaceError,
   * `unsupported` for an address whose key it does not have.
   */
  signMessage(message: string): Promise<string>
  /** Sends; answers the transaction's id. Throws NamespaceError, `unsupported` without `submit`. */
  transfer(order: SimulatedTransfer): Promise<string>
  /** Disconnects. Throws NamespaceError. */
  disconnect(): Promise<void>
  /** Listens to the accounts that the site may see, or to the loss of the wallet; the returned function ends that. */
  on(event: 'accountsChanged' | 'disconnect', listener: (accounts: readonly string[]) => void): () => void
  readonly control: NamespaceControl
  /** Takes the wallet out of the page. */
  stop(): void
}

/** What a test can do with such a wallet; its methods are those, and `silentConnect`. */
export interface NamespaceControl extends ScriptControl {
  /** Chooses the accounts that the site may see, by index; none disconnects the site. Throws RangeError. */
  setAccounts(indexes: readonly number[]): void
  lock(): void
  unlock(): void
}

/**
 * Makes a wallet of a namespace other than EVM.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedNamespace(options: SimulatedNamespaceOptions): SimulatedNamespace {
  const { name, namespace = 'solana', rdns } = options
  if (typeof name !== 'string') throw new TypeError('A simulated wallet needs a "name".')
  const owned = ownedAddresses(options.accounts ?? 1)
  const storage = options.memory === false ? undefined : (options.storage ?? pageStorage())
  const memory = createMemory(`${namespace}:${rdns ?? name}`, storage)
  let accounts = recalled(memory.read(), owned) ?? (options.connected === true ? owned.slice(0, 1) : [])
  let locked = false
  let online = true

  const scripted = createScriptedWallet({
    script: options.script,
    mode: options.mode,
    clock: options.clock,
    stage: {
      prepare,
      slot: method => (method === 'connect' ? method : undefined),
      isOffline: () => !online,
      isLocked: () => locked,
      lock: () => setLocked(true),
      unlock: () => setLocked(false),
      goOffline,
      errors: {
        rejected: message => new NamespaceError('rejected', message),
        busy: () => new NamespaceError('busy'),
        offline: () => new NamespaceError('offline'),
        coded: (code, message) => new NamespaceError(code, message),
      },
    },
  })

  function visible(): readonly string[] {
    return locked ? [] : accounts
  }

  function prepare(method: string): Act {
    switch (method) {
      case 'connect':
        return { prompts: visible().length === 0, perform: approval => connect(approval.accounts) }
      case 'silentConnect':
        return { prompts: false, perform: visible }
      case 'signMessage':
      case 'transfer':
        if (visible().length === 0) throw new NamespaceError('unsupported')
        return { prompts: true, perform: () => visible()[0] }
      case 'disconnect':
        return { prompts: false, perform: () => setVisible([]) }
      default:
        throw new NamespaceError('unsupported')
    }
  }

  function connect(indexes: readonly number[] = []): readonly string[] {
    const chosen = indexes.flatMap(index => owned[index] ?? [])
    if (chosen.length > 0) setVisible(chosen)
    else if (accounts.length === 0) setVisible(owned.slice(0, 1))
    return visible()
  }

  function setVisible(next: readonly string[]) {
    const before = visible()
    accounts = next
    memory.write({ v: 1, accounts })
    tell(before)
  }

  function setLocked(next: boolean) {
    const before = visible()
    locked = next
    tell(before)
    if (!next) scripted.unlockAll()
  }

  function tell(before: readonly string[]) {
    if (before.join() !== visible().join()) scripted.listeners.emit('accountsChanged', visible())
    scripted.notify()
  }

  function goOffline() {
    online = false
    scripted.listeners.emit('disconnect', [])
    scripted.rejectAll(new NamespaceError('offline'))
    scripted.notify()
  }

  const wallet: SimulatedNamespace = {
    namespace,
    info: Object.freeze({
      name,
      icon: options.icon ?? walletIcon(name),
      ...(rdns === undefined ? {} : { rdns }),
    }),
    get accounts() {
      return visible()
    },
    connect: async ({ silent = false } = {}) =>
      (await scripted.play(silent ? 'silentConnect' : 'connect', [])) as readonly string[],
    async signMessage(message) {
      return signText(String(await scripted.play('signMessage', [message])), message)
    },
    async transfer(order) {
      if (!options.submit) throw new NamespaceError('unsupported')
      await scripted.play('transfer', [order])
      return options.submit(order)
    },
    async disconnect() {
      await scripted.play('disconnect', [])
    },
    on(event, listener) {
      scripted.listeners.on(event, listener)
      return () => scripted.listeners.off(event, listener)
    },
    control: extendControl(scripted.control, {
      setAccounts(indexes: readonly number[]) {
        const missing = indexes.find(index => owned[index] === undefined)
        if (missing !== undefined) throw new RangeError(`The wallet has no account ${missing}.`)
        setVisible(indexes.flatMap(index => owned[index] ?? []))
      },
      lock: () => setLocked(true),
      unlock: () => setLocked(false),
    }),
    stop() {
      unexpose?.()
      scripted.listeners.clear()
      goOffline()
    },
  }
  const unexpose = options.expose === undefined ? undefined : exposeWallet(options.expose, wallet)
  return wallet
}

function ownedAddresses(accounts: number | readonly string[]): readonly string[] {
  const list = typeof accounts === 'number' ? testAddresses.slice(0, accounts) : accounts
  // More than there are, or a number that counts nothing.
  const isShort = typeof accounts === 'number' && list.length !== accounts
  if (list.length === 0 || isShort) {
    throw new TypeError(
      `A simulated wallet has 1 to ${testAddresses.length} accounts, or a list of addresses.`,
    )
  }
  return list
}

function recalled(value: unknown, owned: readonly string[]): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { v, accounts } = value as Readonly<Record<string, unknown>>
  // In stored order: the active one comes first.
  return v === 1 && Array.isArray(accounts) ? accounts.filter(address => owned.includes(address)) : undefined
}
