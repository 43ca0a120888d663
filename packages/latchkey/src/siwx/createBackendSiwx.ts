/** The page's side of `latchkey/server`: its routes as a `siwx` for the widget (SPEC §4 "Sign-in flow"). */
import type { CaipNetworkId } from '../contract/caip.ts'
import { LatchkeyError } from '../contract/error.ts'
import { isSameAddress } from '../contract/isSameAddress.ts'
import { checkStatement, formatSignInMessage } from '../contract/signInMessage.ts'
import type { Siwx, SiwxMessage, SiwxSession } from '../contract/siwx.ts'

/** Milliseconds that a host's own backend may take; a contract account is asked in three seconds. */
const patience = 15_000

/** Options of `createBackendSiwx`. */
export interface BackendSiwxOptions {
  /** Where the routes are: `/auth`, or with the origin of another host of the same site. */
  readonly url: string
  /** Whether visitors must sign in to go on. Default true. */
  readonly required?: boolean
  /** The statement that the visitor reads. Default: the server's. ASCII, without quotation marks. */
  readonly statement?: string
  /** URIs that the visitor reads about, one a line. */
  readonly resources?: readonly string[]
  readonly fetch?: typeof fetch
}

interface WireSession {
  readonly address: string
  readonly chainId: CaipNetworkId
  readonly domain: string
  readonly issuedAt: string
  readonly expiresAt: string
}

/**
 * Makes a sign-in provider for a backend with `latchkey/server`. Its sessions are in a cookie that the page cannot
 * read, so a session read back has no message and no signature. Its methods reject with LatchkeyError HTTP_STATUS and
 * `context.status`: 401 for a refused sign-in, 0 when the backend did not answer.
 * @throws LatchkeyError CONFIG_INVALID for a statement with characters that EIP-4361 does not allow.
 */
export function createBackendSiwx(options: BackendSiwxOptions): Siwx {
  const { url, required = true, resources } = options
  checkStatement(options.statement)
  const base = url.replace(/\/+$/, '')

  async function call(path: string, body?: object): Promise<unknown> {
    const request = {
      credentials: 'include',
      signal: AbortSignal.timeout(patience),
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    } as const
    const answer = await (options.fetch ?? fetch)(`${base}/${path}`, request).catch((cause: unknown) => {
      throw failed(0, cause)
    })
    if (!answer.ok) throw failed(answer.status)
    return answer.json().catch((cause: unknown) => {
      throw failed(answer.status, cause)
    })
  }

  let last: Promise<unknown> = Promise.resolve()

  /** One after the other: of several cookies that a visitor without one is given at once, the browser keeps one. */
  function askNonce(): Promise<unknown> {
    const mine = last.then(() => call('nonce'))
    last = mine.catch(() => undefined)
    return mine
  }

  async function read(): Promise<readonly WireSession[]> {
    const { sessions } = Object(await call('session')) as { sessions?: unknown }
    return Array.isArray(sessions) ? sessions.filter(isSession) : []
  }

  return {
    isServerVerified: true,
    getRequired: () => required,
    async createMessage({ accountAddress, chainId }) {
      const said = Object(await askNonce()) as Readonly<Record<string, unknown>>
      const { nonce, issuedAt } = said
      if (typeof nonce !== 'string' || typeof issuedAt !== 'string') throw failed(200)
      const statement = options.statement ?? said.statement
      const data: SiwxMessage & { issuedAt: string } = {
        accountAddress,
        chainId,
        domain: location.host,
        uri: location.origin,
        version: '1',
        nonce,
        // The server's clock, as this machine's may be wrong.
        issuedAt,
        ...(typeof statement === 'string' && { statement }),
        ...(resources && { resources }),
      }
      const text = formatSignInMessage(data)
      return { ...data, toString: () => text }
    },
    async addSession({ data: { chainId }, message, signature, emailProof }) {
      await call('verify', {
        message,
        signature,
        chainId,
        ...(emailProof !== undefined && { emailProof }),
      })
    },
    async getSessions(chainId, address) {
      return (await read()).filter(each => isOf(each, chainId, address)).map(toSiwxSession)
    },
    async setSessions(sessions) {
      if (sessions.length === 0) {
        await call('sign-out', {})
        return
      }
      const isKept = (each: WireSession) =>
        sessions.some(({ data }) => isOf(each, data.chainId, data.accountAddress))
      for (const { address, chainId } of (await read()).filter(each => !isKept(each))) {
        await call('sign-out', { address, chainId })
      }
    },
    async revokeSession(chainId, address) {
      await call('sign-out', { address, chainId })
    },
  }
}

function isSession(value: unknown): value is WireSession {
  const { address, chainId, domain, issuedAt, expiresAt } = Object(value) as Record<string, unknown>
  return [address, chainId, domain, issuedAt, expiresAt].every(each => typeof each === 'string')
}

function isOf(session: WireSession, chainId: CaipNetworkId, address: string): boolean {
  return isSameAddress(session.address, address) && session.chainId === chainId
}

function toSiwxSession({ address, chainId, domain, issuedAt, expiresAt }: WireSession): SiwxSession {
  const data = {
    accountAddress: address,
    chainId,
    domain,
    uri: location.origin,
    version: '1',
    nonce: '',
    issuedAt,
    expirationTime: expiresAt,
  }
  return { data, message: '', signature: '' }
}

function failed(status: number, cause?: unknown): LatchkeyError {
  return new LatchkeyError({
    code: 'HTTP_STATUS',
    kind: status === 401 ? 'invalid' : 'offline',
    message: `HTTP status code: ${status}`,
    context: { status },
    cause,
  })
}
