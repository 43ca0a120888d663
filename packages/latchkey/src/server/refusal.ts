/**
 * Why a sign-in was refused. Outside everybody hears the same 401; this is for the host's own log (T23–T30).
 * `unreachable` is the one that is nobody's fault but the RPC's.
 */
export type SignInRefusal =
  | 'malformed'
  | 'chain'
  | 'domain'
  | 'uri'
  | 'nonce'
  | 'address'
  | 'issued-in-future'
  | 'too-old'
  | 'expired'
  | 'not-yet-valid'
  | 'signature'
  | 'unsupported'
  | 'unreachable'
