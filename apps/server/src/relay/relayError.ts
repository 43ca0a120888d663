import { type RelayErrorName, relayErrors } from 'latchkey/services'
import { isStoreError } from '../core/store/storeError.ts'

/** Why a call is answered with an error; `detail` follows the table's text. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
  readonly fault: RelayErrorName

  constructor(fault: RelayErrorName, detail?: string) {
    super(detail === undefined ? relayErrors[fault].message : `${relayErrors[fault].message}${detail}`)
    this.fault = fault
  }
}

/** The error object of an answer. What the store could not do is `Internal`, which a client may try again (F07). */
export function toRelayFault(error: unknown): {
  readonly code: number
  readonly message: string
  readonly data: RelayErrorName
} {
  if (error instanceof RelayError)
    return { code: relayErrors[error.fault].code, message: error.message, data: error.fault }
  const message =
    isStoreError(error, 'full') || isStoreError(error, 'readonly')
      ? 'Internal error: nothing can be kept at the moment'
      : relayErrors.Internal.message
  return { code: relayErrors.Internal.code, message, data: 'Internal' }
}
