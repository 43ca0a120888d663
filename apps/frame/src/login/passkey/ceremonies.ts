import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { type Bytes, wipe } from '../../keys/bytes.ts'
import {
  type MadePasskey,
  type MakeAsked,
  type PasskeyBrowser,
  PasskeyError,
  type UsedPasskey,
} from './passkeyBrowser.ts'

/** Milliseconds that a person has for a ceremony; the services' challenge lives longer. */
const timeout = 120_000

export async function makePasskey(asked: MakeAsked): Promise<MadePasskey> {
  const { challenge, rpId, user, algorithms, others, input } = asked
  try {
    const made = await startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: 'Wallet' },
        user: { ...user, displayName: user.name },
        pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
        excludeCredentials: others.map(id => ({ type: 'public-key', id })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout,
        extensions: { prf: { eval: { first: input } } },
      },
    })
    const { attestationObject, clientDataJSON, transports } = made.response
    const { prf } = made.clientExtensionResults
    return {
      credential: { id: made.id, clientDataJSON, attestationObject, ...(transports && { transports }) },
      secret: secretOf(prf?.results?.first),
      canOpen: prf?.enabled === true,
    }
  } catch (error) {
    throw toPasskeyError(error)
  }
}

export async function usePasskey(asked: Parameters<PasskeyBrowser['use']>[0]): Promise<UsedPasskey> {
  const { challenge, rpId, which, input } = asked
  const own = which.filter(({ input }) => input !== undefined)
  try {
    const used = await startAuthentication({
      optionsJSON: {
        challenge,
        ...(rpId !== undefined && { rpId }),
        allowCredentials: which.map(({ credential }) => ({ type: 'public-key', id: credential })),
        userVerification: 'required',
        timeout,
        extensions: {
          prf:
            own.length > 0
              ? {
                  evalByCredential: Object.fromEntries(
                    own.map(({ credential, input: first = input }) => [credential, { first }]),
                  ),
                }
              : { eval: { first: input } },
        },
      },
    })
    const { authenticatorData, clientDataJSON, signature, userHandle } = used.response
    return {
      credential: {
        id: used.id,
        clientDataJSON,
        authenticatorData,
        signature,
        ...(userHandle !== undefined && { userHandle }),
      },
      secret: secretOf(used.clientExtensionResults.prf?.results?.first),
    }
  } catch (error) {
    throw toPasskeyError(error)
  }
}

/** 32 bytes (WebAuthn §10.1.4), as a copy that its user wipes; what the browser gave is wiped here. */
function secretOf(first: ArrayBufferView | ArrayBufferLike | undefined): Bytes | undefined {
  if (first === undefined) return undefined
  const view = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  try {
    return view.length === 32 ? Uint8Array.from(view) : undefined
  } finally {
    wipe(view)
  }
}

/** By the name that WebAuthn gives its errors: their texts differ between browsers. */
function toPasskeyError(cause: unknown): PasskeyError {
  const name = String((cause as { readonly name?: unknown }).name)
  if (name === 'NotAllowedError' || name === 'AbortError') return new PasskeyError('cancelled', { cause })
  return new PasskeyError(name === 'InvalidStateError' ? 'known' : 'unsupported', { cause })
}
