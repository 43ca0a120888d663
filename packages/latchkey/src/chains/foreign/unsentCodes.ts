/** Our own errors that mean that the request never reached the wallet, or that the embedded one sent nothing. */
export const unsentCodes: readonly string[] = [
  'APKT006',
  'CHUNK_FAILED',
  'RPC_NOT_ALLOWED',
  'UNSUPPORTED_CHAIN',
  'NOT_CONNECTED',
  'ACTION_NOT_ALLOWED',
  'SEND_FAILED',
]
