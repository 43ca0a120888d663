import { isLatchkeyError, type LatchkeyError } from '../contract/error.ts'
import { ProviderError, providerCodes } from '../contract/providerError.ts'

/** Makes a provider's error of the frame's refusal; a failure on the way gets a number, too. */
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
  return gone.includes(code) ? providerCodes.disconnected : providerCodes.internal
}

/** A frame that cannot be had answers nothing. */
const gone: readonly string[] = [
  'IFRAME_LOAD_FAILED',
  'IFRAME_TIMEOUT',
  'IFRAME_NOT_SET',
  'EMAIL_LOGIN_UNAVAILABLE',
  'DESTROYED',
]
