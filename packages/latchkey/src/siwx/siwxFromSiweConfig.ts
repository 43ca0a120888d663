import { type CaipNetworkId, namespaceOf } from '../contract/caip.ts'
import { hostError } from '../contract/error.ts'
import type { SiweConfig, SiweMessageParams, SiweSession } from '../contract/siweConfig.ts'
import type { Siwx, SiwxSession } from '../contract/siwx.ts'

/** A sign-in provider made of a `siweConfig`. */
export interface SiweSiwx extends Siwx {
  readonly signOutOnDisconnect: boolean
}

/**
 * Converts a `siweConfig` to a `siwx`: one session at a time, on eip155. Reading the session of another account or
 * network ends the current one, unless the config says otherwise.
 */
export function siwxFromSiweConfig(config: SiweConfig): SiweSiwx {
  async function signOut(): Promise<void> {
    if (!(await config.signOut())) throw hostError('SIGN_FAILED', 'The backend did not sign out')
    config.onSignOut?.()
  }

  async function current(chainId: CaipNetworkId, address: string): Promise<SiweSession | undefined> {
    const session = namespaceOf(chainId) === 'eip155' ? await config.getSession() : undefined
    if (!session) return undefined
    const isAccount = session.address.toLowerCase() === address.toLowerCase()
    const isNetwork = `eip155:${session.chainId}` === chainId
    const isOver =
      (!isAccount && config.signOutOnAccountChange !== false) ||
      (!isNetwork && config.signOutOnNetworkChange !== false)
    if (!isOver) return session
    await signOut()
    return undefined
  }

  return {
    // The config's `verifyMessage` asks the host's server.
    isServerVerified: true,
    signOutOnDisconnect: config.signOutOnDisconnect !== false,
    getRequired: () => config.required !== false,
    async createMessage({ accountAddress, chainId }) {
      const number = numberOf(chainId)
      if (number === undefined) throw hostError('CHAIN_UNSUPPORTED', 'Chain is not supported', 'unsupported')
      const [nonce, params]: [string, SiweMessageParams] = await Promise.all([
        config.getNonce(accountAddress),
        config.getMessageParams?.() ?? {},
      ])
      const issuedAt = new Date().toISOString()
      const { domain = location.host, uri = location.origin, statement, resources } = params
      const same = {
        domain,
        uri,
        nonce,
        issuedAt,
        ...(statement !== undefined && { statement }),
        ...(resources && { resources }),
      }
      const input = {
        ...same,
        address: accountAddress,
        chainId: number,
        version: '1',
        iat: issuedAt,
      } as const
      const text = await config.createMessage(input)
      return { ...same, accountAddress, chainId, version: '1', toString: () => text }
    },
    async addSession({ message, signature }) {
      if (!(await config.verifyMessage({ message, signature }))) {
        throw hostError('SIGN_FAILED', 'Error signing message')
      }
      config.onSignIn?.((await config.getSession()) ?? undefined)
    },
    async getSessions(chainId, address) {
      const session = await current(chainId, address)
      return session ? [toSiwxSession(chainId, address)] : []
    },
    async setSessions(sessions) {
      const session = await config.getSession()
      const isKept = sessions.some(
        ({ data }) =>
          data.accountAddress.toLowerCase() === session?.address.toLowerCase() &&
          data.chainId === `eip155:${session.chainId}`,
      )
      if (session && !isKept) await signOut()
    },
    async revokeSession(chainId, address) {
      const session = await config.getSession()
      const isNamed =
        session?.address.toLowerCase() === address.toLowerCase() &&
        (`eip155:${session.chainId}` === chainId || config.signOutOnNetworkChange === false)
      if (isNamed) await signOut()
    },
  }
}

function numberOf(chainId: CaipNetworkId): number | undefined {
  const digits = /^eip155:([1-9]\d{0,15})$/.exec(chainId)?.[1]
  return digits === undefined || !Number.isSafeInteger(Number(digits)) ? undefined : Number(digits)
}

/** Makes a session of the account and chain alone: the backend has the message and its signature. */
function toSiwxSession(chainId: CaipNetworkId, accountAddress: string): SiwxSession {
  const { host, origin } = location
  const data = { accountAddress, chainId, domain: host, uri: origin, version: '1', nonce: '' }
  return { data, message: '', signature: '' }
}
