import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { createPause } from '../../../core/http/createPause.ts'
import { parseJson } from '../../../core/http/parseJson.ts'
import { type KeyPurpose, type KeyVault, VaultError } from './vault.ts'

/** Milliseconds that an answer may take. */
const patience = 2_000
/** After so many failed calls in a row, calls fail at once for so many milliseconds (F44). */
const rule = { fails: 3, lasts: 5_000 }
const answerSchema = v.object({
  data: v.object({
    ciphertext: v.optional(v.pipe(v.string(), v.regex(/^vault:v\d{1,9}:[A-Za-z0-9+/=]+$/))),
    plaintext: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
    latest_version: v.optional(v.pipe(v.number(), v.safeInteger())),
    min_decryption_version: v.optional(v.pipe(v.number(), v.safeInteger())),
    keys: v.optional(v.record(v.string(), v.unknown())),
  }),
})

/**
 * Creates a vault over a key management system with the transit engine's API (HashiCorp Vault, OpenBao). The system
 * encrypts and decrypts rows' keys and never returns its own. It needs the keys `latchkey-device`, `latchkey-recovery`
 * and `latchkey-password`, created with `derived=false`. Ids here are its versions; versions are destroyed oldest
 * first.
 */
export function createTransitVault(deps: {
  /** Of the engine: `https://vault.example:8200/v1/transit`. */
  readonly url: string
  /** Read anew for each call, since tokens are renewed. */
  readonly tokenFile: string
  /** Milliseconds of a clock that only goes on. */
  readonly clock: () => number
  /** Milliseconds that an answer may take; 2 s unless given. */
  readonly patience?: number
}): KeyVault {
  const pause = createPause({ ...rule, clock: deps.clock })
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    if (pause.isOn()) throw new VaultError('away', 'The key management system did not answer just now')
    const token = await readToken()
    let response: Response
    let bytes: Uint8Array
    try {
      response = await fetch(`${deps.url}/${path}`, {
        method,
        headers: { 'x-vault-token': token, 'content-type': 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(deps.patience ?? patience),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      bytes = new Uint8Array(await response.arrayBuffer())
    } catch (error) {
      pause.failed()
      throw new VaultError('away', 'The key management system does not answer', error)
    }
    pause.answered()
    if (!response.ok)
      throw new VaultError(
        response.status === 400 ? 'broken' : 'away',
        `The key management system says ${response.status}`,
      )
    if (response.status === 204) return {}
    const answer = v.safeParse(answerSchema, parseJson(bytes)?.value)
    if (!answer.success) throw new VaultError('broken', 'The key management system’s answer makes no sense')
    return answer.output.data
  }
  const readToken = async () => {
    try {
      return (await readFile(deps.tokenFile, 'utf8')).trim()
    } catch (error) {
      throw new VaultError('away', 'The token of the key management system cannot be read', error)
    }
  }
  const keyOf = (purpose: KeyPurpose) => `latchkey-${purpose}`
  const newest = async (purpose: KeyPurpose) => {
    const { latest_version: latest } = await ask('GET', `keys/${keyOf(purpose)}`)
    if (latest === undefined) throw new VaultError('gone', `There is no key ${keyOf(purpose)}`)
    return `v${latest}`
  }

  return {
    async wrap(purpose, key) {
      const plaintext = Buffer.from(key).toString('base64')
      const { ciphertext } = await ask('POST', `encrypt/${keyOf(purpose)}`, { plaintext })
      const [, kek, wrapped] = /^vault:(v\d+):(.+)$/.exec(ciphertext ?? '') ?? []
      if (kek === undefined || wrapped === undefined) throw new VaultError('broken', 'Nothing was closed')
      return { kek, wrapped: Buffer.from(wrapped, 'base64') }
    },
    async unwrap(purpose, { kek, wrapped }) {
      const ciphertext = `vault:${kek}:${Buffer.from(wrapped).toString('base64')}`
      const { plaintext } = await ask('POST', `decrypt/${keyOf(purpose)}`, { ciphertext })
      if (plaintext === undefined) throw new VaultError('broken', 'Nothing was opened')
      return Buffer.from(plaintext, 'base64')
    },
    newest,
    async list(purpose) {
      const { keys = {} } = await ask('GET', `keys/${keyOf(purpose)}`)
      return Object.entries(keys)
        .map(([version, made]) => ({ version: Number(version), made }))
        .sort((a, b) => a.version - b.version)
        .map(({ version, made }) => ({
          id: `v${version}`,
          ...(typeof made === 'number' && { createdAt: made * 1_000 }),
        }))
    },
    async add(purpose) {
      await ask('POST', `keys/${keyOf(purpose)}/rotate`, {})
      return newest(purpose)
    },
    async destroy(purpose, id) {
      const next = Number(id.slice(1)) + 1
      if (!Number.isSafeInteger(next)) throw new VaultError('gone', `There is no key ${id}`)
      await ask('POST', `keys/${keyOf(purpose)}/config`, {
        min_decryption_version: next,
        min_encryption_version: next,
      })
      await ask('POST', `keys/${keyOf(purpose)}/trim`, { min_available_version: next })
    },
  }
}
