import type { CaipNetworkId } from 'latchkey/contract'
import type { Hex } from 'latchkey/evmcodec'
import { delegatedContracts, safeContracts, type UserOperation } from 'latchkey/services'
import { getUserOperationHash } from 'viem/account-abstraction'
import { addressesOf } from '../../keys/derive/addressesOf.ts'
import { keptTypes } from '../../login/accountTypes.ts'
import type { ScreenResult } from '../../screens/createScreens.ts'
import { safeAccountOf } from '../../smartaccount/safeAccountOf.ts'
import type { KeptStore } from '../../store/openKeptStore.ts'
import type { PendingApproval } from '../approval.ts'
import { createProvider, type FrameProvider } from '../createProvider.ts'
import type { ProviderDeps } from '../deps.ts'
import type { LoggedIn } from '../loggedIn.ts'
import { NodeFault } from '../nodes.ts'
import { beforeExecution, operationEvent } from './operationOutcome.ts'

export const entropy = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
export const addresses = await addressesOf(entropy)
export const safe = safeAccountOf(addresses.owner)
/** The network that carries smart accounts, and one that does not. */
export const carrying = 'eip155:7121'
export const plain = 'eip155:7122'
export const sponsorContract = '0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A'
const entryPoints: readonly unknown[] = [safeContracts.entryPoint, delegatedContracts.entryPoint]
export const shop = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const transactionHash: Hex = `0x${'7e'.repeat(32)}`

/** A network with a bundler, whose answers a test can replace by method. */
export interface ScriptedChain {
  readonly calls: { readonly method: string; readonly params: readonly unknown[] }[]
  readonly answers: Map<string, (params: readonly unknown[]) => unknown>
  /** What was given to the bundler, by its hash as viem counts it. */
  readonly operations: Map<string, UserOperation>
  nonce: bigint
  code: Hex
  time: number
  /** What became of operations once they are in a block. */
  mined?: { readonly success: boolean }
  asked(method: string): readonly (readonly unknown[])[]
}

export function receiptLogs(hash: string, success: boolean): readonly object[] {
  const log = (topics: readonly string[], address: string = safeContracts.entryPoint, data = '0x') => ({
    address,
    topics,
    data,
  })
  const words = [0n, success ? 1n : 0n, 1n, 1n].map(each => each.toString(16).padStart(64, '0'))
  return [
    log(['0x01'], shop),
    log([beforeExecution]),
    log(['0x02'], shop),
    log([operationEvent, `0x${'ee'.repeat(32)}`]),
    log(['0x03'], shop),
    log([operationEvent, hash], safeContracts.entryPoint, `0x${words.join('')}`),
    log(['0x04'], shop),
  ]
}

export const ownLogs = (hash: string, success: boolean) => receiptLogs(hash, success).slice(4, 6)

function createScriptedChain(): ScriptedChain {
  const chain: ScriptedChain = {
    calls: [],
    answers: new Map(),
    operations: new Map(),
    nonce: 0n,
    code: '0x',
    time: 1_000_000,
    asked: method => chain.calls.filter(each => each.method === method).map(({ params }) => params),
  }
  return chain
}

/** What the network says of itself; anything else is a method that it does not have. */
function answer(chain: ScriptedChain, method: string, params: readonly unknown[]): unknown {
  const scripted = chain.answers.get(method)
  if (scripted) return scripted(params)
  const [first] = params
  const receipt = (hash: string) => ({
    transactionHash,
    status: '0x1',
    blockHash: `0x${'b0'.repeat(32)}`,
    blockNumber: '0x10',
    gasUsed: '0x5208',
    logs: receiptLogs(hash, chain.mined?.success ?? true),
  })
  switch (method) {
    case 'eth_call': {
      const { to, data } = first as { readonly to?: string; readonly data: string }
      const isNonce = entryPoints.includes(to) && data.startsWith('0x35567e1a')
      return isNonce ? `0x${chain.nonce.toString(16).padStart(64, '0')}` : '0x'
    }
    case 'eth_getCode':
      return chain.code
    case 'eth_getBlockByNumber':
      return { number: '0x10', timestamp: `0x${chain.time.toString(16)}` }
    case 'eth_feeHistory':
      return { baseFeePerGas: ['0x64', '0x64'], reward: [] }
    case 'eth_maxPriorityFeePerGas':
      return '0x1'
    case 'eth_gasPrice':
      return '0x65'
    case 'eth_estimateUserOperationGas':
      return { callGasLimit: '0x3e8', verificationGasLimit: '0x7d0', preVerificationGas: '0x64' }
    case 'eth_sendUserOperation': {
      const operation = first as UserOperation
      const hash = hashOf(operation, params[1])
      chain.operations.set(hash, operation)
      return hash
    }
    case 'eth_getUserOperationByHash': {
      const operation = chain.operations.get(String(first))
      return operation ? { userOperation: operation } : null
    }
    case 'eth_getUserOperationReceipt': {
      const hash = String(first)
      if (!chain.mined || !chain.operations.has(hash)) return null
      const { success } = chain.mined
      return {
        userOpHash: hash,
        sender: chain.operations.get(hash)?.sender,
        success,
        logs: ownLogs(hash, success),
        receipt: receipt(hash),
      }
    }
    case 'eth_getLogs': {
      const { topics } = first as { readonly topics: readonly string[] }
      const isMined = chain.mined !== undefined && chain.operations.has(topics[1] ?? '')
      return isMined ? [{ transactionHash }] : []
    }
    case 'eth_getTransactionReceipt':
      return receipt([...chain.operations.keys()].at(-1) ?? '')
    default:
      throw new NodeFault({ code: -32_601, message: 'no such method' })
  }
}

/** The hash of an operation as viem counts it. */
export function hashOf(operation: UserOperation, entryPoint: unknown = safeContracts.entryPoint): Hex {
  const { signature, eip7702Auth, factory, ...rest } = operation
  const numbers = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      /gas|nonce|fee/i.test(name) ? BigInt(value as string) : value,
    ]),
  )
  return getUserOperationHash({
    chainId: 7121,
    entryPointAddress: entryPoint as Hex,
    entryPointVersion: entryPoint === safeContracts.entryPoint ? '0.7' : '0.8',
    userOperation: {
      ...numbers,
      ...(factory && { factory }),
      ...(eip7702Auth && { authorization: { address: eip7702Auth.address } }),
      signature,
    } as never,
  })
}

/** A page's provider with a visitor who uses the smart account. */
export interface OperationWorld {
  readonly chain: ScriptedChain
  readonly provider: FrameProvider
  readonly shown: { readonly approval: PendingApproval }[]
  readonly told: unknown[]
  /** What the project's policy was told. */
  readonly signed: unknown[]
  readonly store: KeptStore
  ask(method: string, params?: unknown, network?: CaipNetworkId): Promise<unknown>
}

export function openOperationWorld({
  accountType,
  ...change
}: Partial<ProviderDeps> & Pick<LoggedIn, 'accountType'> = {}): OperationWorld {
  const chain = createScriptedChain()
  const shown: { readonly approval: PendingApproval }[] = []
  const told: unknown[] = []
  const signed: unknown[] = []
  const values = new Map<string, unknown>([[keptTypes.name, { ada: { eip155: 'smartAccount' } }]])
  const store: KeptStore = {
    read: async kept => kept.read(values.get(kept.name), kept.version),
    write: async (kept, data) => Boolean(values.set(kept.name, data)),
    remove: async kept => void values.delete(kept.name),
    clear: async () => values.clear(),
  }
  let now = 0
  const provider = createProvider({
    host: 'https://shop.example',
    login: async () => ({
      account: 'ada',
      addresses,
      ...(accountType && { accountType }),
      isLocked: async () => false,
      touch: async () => {},
      async withKey(_request, use, thing) {
        signed.push(thing)
        return use(entropy.slice(), addresses)
      },
    }),
    nodes: () => async (method, params) => {
      chain.calls.push({ method, params: structuredClone(params) })
      return answer(chain, method, params)
    },
    smartNetworks: async () => [{ chainId: carrying, safe: true, delegation: false }],
    balances: async () => [],
    show(approval) {
      const { promise } = Promise.withResolvers<ScreenResult>()
      shown.push({ approval })
      return { result: promise, close: () => {} }
    },
    store,
    networks: () => [carrying, plain],
    emit: (name, payload) => void told.push([name, payload]),
    clock: {
      now: () => now,
      wait: async milliseconds => {
        now += milliseconds
      },
      after: () => () => {},
    },
    locks: {
      request: (async (_name: string, work: () => Promise<unknown>) => work()) as LockManager['request'],
    },
    ...change,
  })
  return {
    chain,
    provider,
    shown,
    told,
    signed,
    store,
    ask: (method, params, network = carrying) =>
      provider.request({
        chainId: network,
        method,
        ...(params !== undefined && { params: params as [] }),
      }),
  }
}
