import { providerCodes } from '../contract/embeddedRpc.ts'
import { isLatchkeyError, type LatchkeyError } from '../contract/error.ts'

/** An error as EIP-1193 wants it: libraries of pages read the number (DECISIONS C11). */
export class ProviderError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown

  constructor(
    code: number,
    message: string,
    options: { readonly data?: unknown; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    if (options.data !== undefined) this.data = options.data
  }
}

/** What the frame answered as a provider's error; what kept its answer from coming has a number, too. */
export function toProviderError(cause: unknown): ProviderError {
  if (!isLatchkeyError(cause)) return new ProviderError(-32_603, 'Something went wrong', { cause })
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
    : -32_603
}
