import { isSameAddress } from 'latchkey/evmcodec'
import type { AskedCalls } from 'latchkey/services'
import type { Call } from '../../approve/effects/decodeCall.ts'
import type { ActiveAccount } from '../activeAccount.ts'
import type { BatchingAccount } from '../findPlainAccount.ts'
import { accountRefusal, refusal } from '../refusal.ts'
import type { OperationAsked } from './operationAsked.ts'
import type { HostPaymaster } from './paymasters.ts'

const longestUrl = 2_048

/**
 * The operation that calls of a page make for the smart account, or for the plain one as one that sends calls as one.
 * @throws LatchkeyError ACCOUNT_SIGNATURE_REFUSED for a call to the account itself: its owners, modules, guard and fallback are
 * changed by such a call, and a page never changes them; -32602 for a new contract, which it cannot make
 */
export function askOperation(
  by: Extract<ActiveAccount, { type: 'smartAccount' }> | BatchingAccount,
  calls: readonly Call[],
  wish: Pick<OperationAsked, 'answers' | 'host'>,
): OperationAsked {
  const { address } = 'safe' in by ? by.safe : by.plain
  const all = calls.map(({ to, value, data }) => {
    if (to === undefined)
      throw refusal('invalidParams', { message: 'Calls that are sent as one make no contracts.' })
    // Also for what its fallback would take: a call to itself without data does nothing.
    if (isSameAddress(to, address) && data !== '0x') throw accountRefusal()
    return { to, value, data }
  })
  const asked = { calls: all, isSponsored: by.sponsor !== undefined, ...wish }
  return 'safe' in by ? { safe: by.safe, ...asked } : { plain: by.plain, ...asked }
}

/**
 * The paymaster that a page names (EIP-5792 `paymasterService`); undefined for none.
 * @throws LatchkeyError with -32602 for an address that the services would not ask
 */
export function readPaymasterService(capabilities: AskedCalls['capabilities']): HostPaymaster | undefined {
  const wish = capabilities?.paymasterService
  if (wish === undefined) return undefined
  const { url, context } = Object(wish) as Readonly<Record<string, typeof wish>>
  if (typeof url !== 'string' || url.length > longestUrl || !url.startsWith('https://') || !URL.canParse(url))
    throw refusal('invalidParams', { message: 'The paymaster needs an address that begins with https://.' })
  return { url, ...(context !== undefined && { context }) }
}
