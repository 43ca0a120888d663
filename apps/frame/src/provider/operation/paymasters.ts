import { type CaipNetworkId, limits } from 'latchkey/contract'
import { fieldOf, type Hex, parseAddress, parseQuantity, textOf, toQuantity } from 'latchkey/evmcodec'
import {
  formatRouteUrl,
  type JsonValue,
  type paymasterMethods,
  postHostPaymaster,
  postPaymaster,
  readRpcAnswer,
  type UserOperation,
} from 'latchkey/services'
import { networkFacts } from '../networkFacts.ts'
import { NoAnswer, NodeFault } from '../nodes.ts'

/** A paymaster that the page named (EIP-5792 `paymasterService`); the services ask it. */
export interface HostPaymaster {
  readonly url: string
  readonly context?: JsonValue
}

/** Asks a paymaster by way of the services: the host's, or without one the project's. @throws NodeFault, NoAnswer */
export type AskPaymaster = (
  asked: {
    readonly method: (typeof paymasterMethods)[number]
    readonly params: readonly unknown[]
    readonly host?: HostPaymaster | undefined
  },
  signal?: AbortSignal,
) => Promise<unknown>

const longestAnswer = 200_000

export function createPaymasters(deps: {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  readonly fetch: typeof fetch
}): AskPaymaster {
  const base = deps.services.replace(/\/+$/, '')
  return async ({ method, params, host }, signal) => {
    const call = { jsonrpc: '2.0', id: 1, method, params }
    const query = { projectId: deps.projectId }
    const late = AbortSignal.timeout(limits.rpcTimeout)
    try {
      const url = formatRouteUrl(base, host ? postHostPaymaster : postPaymaster, { query } as never)
      const response = await deps.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(host ? { url: host.url, call } : call),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: signal ? AbortSignal.any([late, signal]) : late,
      })
      const text = await response.text()
      if (text.length > longestAnswer) throw new NoAnswer('too long')
      const read = readRpcAnswer(JSON.parse(text))
      if (!read) throw new NoAnswer(`HTTP ${response.status}`)
      if ('error' in read) throw new NodeFault(read.error)
      return read.result
    } catch (cause) {
      throw cause instanceof NodeFault ? cause : new NoAnswer(method, { cause })
    }
  }
}

/** What a paymaster gives for an operation: fields of its own alone, so that it changes nothing else (ERC-7677). */
export interface PaymasterFields {
  readonly paymaster: Hex
  readonly paymasterData: Hex
  readonly paymasterVerificationGasLimit?: Hex
  readonly paymasterPostOpGasLimit?: Hex
}

/** A paymaster's answer. */
export interface PaymasterAnswer {
  readonly fields: PaymasterFields
  /** Who pays, in their own words. */
  readonly name?: string
  /** The data is as it is to be signed. */
  readonly isFinal: boolean
}

const longestData = 8_192
const longestName = 40

/** The parameters that a paymaster is asked with: the operation as it is, without what it is to give. */
export function paymasterParams(
  operation: UserOperation,
  entryPoint: Hex,
  chainId: CaipNetworkId,
  context: JsonValue = {},
): readonly unknown[] {
  const { signature, paymaster, paymasterData, ...asked } = operation
  return [asked, entryPoint, toQuantity(networkFacts(chainId).id), context]
}

/** Reads what a paymaster answered; undefined when it makes no sense. */
export function readPaymaster(answer: unknown): PaymasterAnswer | undefined {
  const paymaster = parseAddress(fieldOf(answer, 'paymaster'))
  const data = fieldOf(answer, 'paymasterData') ?? '0x'
  const isData = typeof data === 'string' && data.length <= longestData && /^0x(?:[0-9a-f]{2})*$/i.test(data)
  if (!paymaster || !isData) return undefined
  const gas = (field: 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit') => {
    const value = parseQuantity(fieldOf(answer, field))
    return value === undefined || value >> 64n ? {} : { [field]: toQuantity(value) }
  }
  const name = textOf(fieldOf(fieldOf(answer, 'sponsor'), 'name'), longestName)
  return {
    fields: {
      paymaster,
      paymasterData: data as Hex,
      ...gas('paymasterVerificationGasLimit'),
      ...gas('paymasterPostOpGasLimit'),
    },
    ...(name !== undefined && { name }),
    isFinal: fieldOf(answer, 'isFinal') === true,
  }
}
