import type { Address } from 'viem'
import type { BitcoinNetworkName } from '../bitcoin/bitcoinKeys.ts'
import type { BitcoinSnapshot } from '../bitcoin/createBitcoinState.ts'
import type { PromptMode } from '../core/createConductor.ts'
import type { Approval, PendingRequest } from '../core/createPendingList.ts'
import type { RequestRecord } from '../core/createRequestLog.ts'
import type { WaitOptions } from '../core/createScriptedWallet.ts'
import { exposedName } from '../core/exposeWallet.ts'
import { type Outcome, parseOutcome } from '../core/outcome.ts'
import type { CosmosSnapshot } from '../cosmos/createCosmosState.ts'
import type { WalletSnapshot } from '../evm/createWalletState.ts'
import type { SimulatedChain } from '../evm/walletOptions.ts'
import type { StacksNetworkName } from '../stacks/stacksAccounts.ts'
import type { StandardSnapshot } from '../standard/createStandardState.ts'
import type { ControlCall } from './pageConfig.ts'

/** The part of Playwright's `Page` and `Frame` that controls go through. */
export interface EvaluatesInPage {
  evaluate(script: string): Promise<unknown>
}

/**
 * The controls of a wallet inside a page, used from outside. Calls before the page is open apply to the first document;
 * `always`, `setMode`, `lock`, `unlock` and `reset` apply to every later document too.
 */
interface RemoteScript {
  /** Requests that the open document has made, oldest first, all or those of one method. */
  requests(method?: string): Promise<readonly RequestRecord[]>
  pending(): Promise<readonly PendingRequest[]>
  listenerCount(event?: string): Promise<number>
  /** Waits for a request. Throws when none comes in time. */
  waitForRequest(method: string, options?: WaitOptions): Promise<RequestRecord>
  /** Waits until a request waits inside the wallet. Throws when none does in time. */
  waitForPending(method?: string, options?: WaitOptions): Promise<PendingRequest>
  /** Throws TypeError for an outcome that does not exist. */
  next(method: string, outcome: Outcome): Promise<void>
  /** Throws TypeError for an outcome that does not exist. */
  always(method: string, outcome: Outcome): Promise<void>
  reset(): Promise<void>
  setMode(mode: PromptMode): Promise<void>
  approve(id?: number, approval?: Approval): Promise<void>
  reject(id?: number, message?: string): Promise<void>
  release(method?: string): Promise<void>
  switchAccount(index: number): Promise<void>
  revoke(): Promise<void>
  lock(): Promise<void>
  unlock(): Promise<void>
  emit(event: string, ...values: unknown[]): Promise<void>
  /** Announces the wallet, for one made with `announce: 'manual'`. */
  announce(): Promise<void>
}

/** The remote controls of an EVM wallet. */
export interface RemoteControl extends RemoteScript {
  state(): Promise<WalletSnapshot>
  setAccounts(accounts: readonly (number | Address)[]): Promise<void>
  switchChain(chainId: number): Promise<void>
  addChain(chain: SimulatedChain): Promise<void>
  disconnect(chainId?: number): Promise<void>
  reconnect(chainId?: number): Promise<void>
}

/** The remote controls of a Solana wallet, and of others whose accounts are addresses: Sui's and Polkadot's. */
export interface RemoteSolanaControl extends RemoteScript {
  state(): Promise<StandardSnapshot>
  setAccounts(accounts: readonly (number | string)[]): Promise<void>
  disconnect(): Promise<void>
  reconnect(): Promise<void>
}

/** The remote controls of a Bitcoin wallet. */
export interface RemoteBitcoinControl extends RemoteScript {
  state(): Promise<BitcoinSnapshot>
  switchNetwork(network: BitcoinNetworkName): Promise<void>
  disconnect(): Promise<void>
  reconnect(): Promise<void>
}

/** The remote controls of a Cosmos wallet. */
export interface RemoteCosmosControl extends RemoteScript {
  state(): Promise<CosmosSnapshot>
  disconnect(): Promise<void>
  reconnect(): Promise<void>
}

/** The remote controls of a Stacks wallet. */
export interface RemoteStacksControl extends RemoteSolanaControl {
  switchNetwork(network: StacksNetworkName): Promise<void>
}

/** Controls that hold for every document, and what undoes them. */
const lasting: ReadonlySet<string> = new Set(['always', 'setMode', 'lock', 'unlock', 'reset'])
/** Controls that only make sense with a document open. */
const immediate: ReadonlySet<string> = new Set(['approve', 'reject', 'release', 'emit'])

/** Makes the remote control of the wallet called `key`; `page` answers the page that is open, if any. */
export function createRemoteControl(ctx: { readonly key: string; page(): EvaluatesInPage | undefined }): {
  readonly control: RemoteControl
  /** The same controls as those of a Solana wallet. */
  readonly solana: RemoteSolanaControl
  /** The controls that a new document has to start with; a blank one does not use them up. */
  opened(blank: boolean): readonly ControlCall[]
} {
  let first: readonly ControlCall[] = []
  let kept: readonly ControlCall[] = []

  async function use(name: string, ...args: unknown[]): Promise<unknown> {
    if (name === 'reset') {
      // A document begins with the script of the options, which it takes back as well; a lock is no outcome.
      kept = kept.filter(call => /lock/.test(call.name))
      first = first.filter(call => call.name !== 'next')
    }
    if (lasting.has(name)) {
      const place = placeOf(name, args)
      kept = [...kept.filter(call => placeOf(call.name, call.args) !== place), { name, args }]
    }
    const found = await evaluate(name, args)
    if (found !== undefined && !found.blank) return found.value
    if (immediate.has(name)) throw new Error(`No document with the wallet "${ctx.key}" is open.`)
    if (!lasting.has(name)) first = [...first, { name, args }]
    return undefined
  }

  async function read(name: string, ...args: unknown[]): Promise<unknown> {
    const found = await evaluate(name, args)
    if (found === undefined) throw new Error(`No document with the wallet "${ctx.key}" is open.`)
    return found.value
  }

  async function evaluate(name: string, args: readonly unknown[]) {
    const answer = await ctx.page()?.evaluate(controlScript(ctx.key, name, args))
    return answer === undefined || answer === null ? undefined : (answer as Found)
  }

  const say =
    (name: string) =>
    async (...args: unknown[]) => {
      await use(name, ...args)
    }

  /** Checked here, outside the page: a page that is not open yet cannot report an unknown outcome. */
  const script = (name: 'next' | 'always') => async (method: string, outcome: Outcome) => {
    parseOutcome(outcome)
    await use(name, method, outcome)
  }

  const control: RemoteControl & Pick<RemoteBitcoinControl, 'switchNetwork'> = {
    state: async () => (await read('state')) as WalletSnapshot,
    async requests(method) {
      const requests = (await read('requests')) as readonly RequestRecord[]
      return method === undefined ? requests : requests.filter(request => request.method === method)
    },
    pending: async () => (await read('pending')) as readonly PendingRequest[],
    listenerCount: async event => (await read('listenerCount', event)) as number,
    waitForRequest: async (...args) => (await read('waitForRequest', ...args)) as RequestRecord,
    waitForPending: async (...args) => (await read('waitForPending', ...args)) as PendingRequest,
    next: script('next'),
    always: script('always'),
    reset: say('reset'),
    setMode: say('setMode'),
    approve: say('approve'),
    reject: say('reject'),
    release: say('release'),
    switchAccount: say('switchAccount'),
    setAccounts: say('setAccounts'),
    switchChain: say('switchChain'),
    addChain: say('addChain'),
    switchNetwork: say('switchNetwork'),
    revoke: say('revoke'),
    lock: say('lock'),
    unlock: say('unlock'),
    disconnect: say('disconnect'),
    reconnect: say('reconnect'),
    emit: say('emit'),
    announce: say('announce'),
  }

  return {
    control,
    // What they are called with is the wallet's to read.
    solana: control as unknown as RemoteSolanaControl,
    opened(blank) {
      const calls = [...kept, ...first]
      if (!blank) first = []
      return calls
    },
  }
}

/**
 * What a lasting control decides: a document begins with the last of each. Led through the ones before, a page would hear of a
 * wallet that locks and unlocks while it loads.
 */
function placeOf(name: string, args: readonly unknown[]): string {
  if (name === 'always') return `always ${String(args[0])}`
  return name === 'unlock' ? 'lock' : name
}

interface Found {
  readonly value: unknown
  /** Whether the document is the empty one that a page starts with. */
  readonly blank: boolean
}

/** An expression that uses one control, and is a `Found`, or undefined when the wallet is not there. */
function controlScript(key: string, name: string, args: readonly unknown[]): string {
  const given = args.map(arg => (arg === undefined ? 'undefined' : escaped(arg))).join(', ')
  return `(async wallet => {
    if (wallet === undefined) return undefined
    const owner = ${escaped(name)} in wallet.control ? wallet.control : wallet
    const member = owner[${escaped(name)}]
    const value = await (typeof member === 'function' ? member(${given}) : member)
    return { value, blank: location.href === 'about:blank' }
  })(globalThis.${exposedName}?.[${escaped(key)}])`
}

function escaped(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
