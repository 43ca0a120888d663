import { isSameAddress } from 'latchkey/evmcodec'
import { safeContracts } from 'latchkey/services'
import { decodeCall } from '../../approve/effects/decodeCall.ts'
import type { KnownContracts } from '../../approve/effects/knownContracts.ts'
import { decodeOperationCalls } from '../../smartaccount/decodeOperationCalls.ts'
import type { ActiveAccount } from '../activeAccount.ts'
import { deepFreeze } from '../deepFreeze.ts'
import { parseParams } from '../parseParams.ts'
import type { Asking, ReadRequest } from '../readRequest.ts'
import { refusal } from '../refusal.ts'
import { askOperation } from './askOperation.ts'

/**
 * Reads an operation that a page built (`eth_sendUserOperation`): only its calls count. Its nonce, gas, fees and signature are
 * dropped, and the wallet makes its own.
 * @throws LatchkeyError with 4100 for another sender, 4200 for a paymaster, an authorization or a factory that is not the account's
 * own, -32602 for another entry point or call data that is not plain calls
 */
export function readUserOperation(
  params: unknown,
  asking: Asking,
  smart: Extract<ActiveAccount, { type: 'smartAccount' }>,
  known: KnownContracts,
): ReadRequest {
  const [asked, entryPoint] = parseParams('eth_sendUserOperation', params)
  const { safe } = smart
  if (!isSameAddress(asked.sender, safe.address)) throw refusal('unauthorized')
  if (!isSameAddress(entryPoint, safeContracts.entryPoint))
    throw refusal('invalidParams', { message: 'The account is not on this entry point.' })
  const isOwnFactory =
    asked.factory === undefined ||
    (isSameAddress(asked.factory, safe.factory) && isSameAddress(asked.factoryData ?? '0x', safe.factoryData))
  if (!isOwnFactory || asked.eip7702Auth !== undefined)
    throw refusal('unsupported', { message: 'The operation would make another account.' })
  if (asked.paymaster !== undefined)
    throw refusal('unsupported', { message: 'A paymaster is named by paymasterService in wallet_sendCalls.' })
  const calls = decodeOperationCalls(asked.callData)
  if (!calls) throw refusal('invalidParams', { message: 'The call data is not calls of the account.' })
  return {
    request: deepFreeze({
      ...asking,
      is: 'calls',
      calls,
      effects: calls.map(call => decodeCall(asking.account, call, known)),
      operation: askOperation(smart, calls, { answers: 'operation' }),
    }),
  }
}
