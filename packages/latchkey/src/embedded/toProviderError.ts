import { isLatchkeyError, type LatchkeyError } from '../contract/error.ts'
import { ProviderError, providerCodes } from '../contract/providerError.ts'

/** What the frame answered as a provider's error; what kept its answer from coming has a number, too. */
export function toProviderError(cause: unknown): ProviderError {
  if (!isLatchkeyError(cause))
    return new ProviderError(providerCodes.internal, 'Something went wrong', { cause })
  const { code, message, data } = Object(cause.context.rpc) as Readonly<Record<string, unknown>>
  if (typeof code === 'number' && typeof message === 'string')
    return new ProviderError(code, message, { cause, ...(data !== undefined && { data }) })
  return new ProviderError(codeOf(cause), cause.message, { cause })
}

function codeOf({ code, kind }: LatchkeyError): number {
  if (kind === 'rejected') return providerCodes.rejected
  if (code === 'FRAME_UNSUPPORTED' || code === 'ACTION_NOT_ALLOWED') return providerCodes.unsupported
  // A frame that is gone answers nothing any more; asking again would not help.
  return ['IFRAME_LOAD_FAILED', 'IFRAME_TIMEOUT', 'DESTROYED', 'IFRAME_NOT_SET'].includes(code)
    ? providerCodes.disconnected
    : providerCodes.internal
}
