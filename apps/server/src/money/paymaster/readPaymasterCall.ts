import type { CaipNetworkId } from 'latchkey/contract'
import { paymasterMethods, type RpcCall, userOperationSchema } from 'latchkey/services'
import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { chainOfNumber } from '../../data/namespaces/namespaces.ts'

/** An operation before it is signed: what estimating finds out may be missing. */
const operationSchema = v.partial(userOperationSchema, [
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'signature',
])

/** An operation before it is signed. */
export type UnsignedOperation = v.InferOutput<typeof operationSchema>

const paramsSchema = v.union([
  v.strictTuple([operationSchema, v.string(), v.string()]),
  v.strictTuple([operationSchema, v.string(), v.string(), v.unknown()]),
])

/** What a paymaster is asked (ERC-7677). */
export interface PaymasterCall {
  readonly method: (typeof paymasterMethods)[number]
  readonly operation: UnsignedOperation
  readonly entryPoint: Address
  readonly network: CaipNetworkId
  readonly chainId: number
}

/** Reads a call of ERC-7677; `method` or `params` names what is wrong. */
export function readPaymasterCall(call: RpcCall): PaymasterCall | 'method' | 'params' {
  const method = paymasterMethods.find(each => each === call.method)
  if (method === undefined) return 'method'
  const params = v.safeParse(paramsSchema, call.params)
  if (!params.success) return 'params'
  const [operation, entryPoint, chain] = params.output
  if (!/^0x[0-9a-fA-F]{40}$/.test(entryPoint) || !/^0x[1-9a-fA-F][0-9a-fA-F]{0,11}$/.test(chain))
    return 'params'
  if (
    (operation.factory === undefined) !== (operation.factoryData === undefined) &&
    operation.factory !== '0x7702'
  )
    return 'params'
  const chainId = Number(chain)
  const network = chainOfNumber(chainId)
  return { method, operation: toLower(operation), entryPoint: lower(entryPoint as Hex), network, chainId }
}

/** In one spelling: a wrong checksum is none of our business, and encoders refuse it. */
function toLower({ sender, factory, eip7702Auth, ...rest }: UnsignedOperation): UnsignedOperation {
  return {
    ...rest,
    sender: lower(sender),
    ...(factory !== undefined && { factory: lower(factory) }),
    ...(eip7702Auth && { eip7702Auth: { ...eip7702Auth, address: lower(eip7702Auth.address) } }),
  }
}

function lower<T extends string>(text: T): T {
  return text.toLowerCase() as T
}
