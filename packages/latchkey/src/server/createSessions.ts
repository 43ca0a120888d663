import * as v from 'valibot'
import type { CaipNetworkId } from '../contract/caip.ts'
import { isSameAddress } from '../contract/isSameAddress.ts'
import { caipNetworkIdSchema } from '../contract/supportedChains.ts'
import type { Seal } from './createSeal.ts'

/** Sessions of one visitor at a time: a cookie holds no more. */
const mostSessions = 16

/** A signed-in account, on one chain. */
export interface ServerSession {
  /** EIP-55 for eip155. */
  readonly address: string
  readonly chainId: CaipNetworkId
  /** Host and port of the page that it signed in on. */
  readonly domain: string
  /** Milliseconds since 1970. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** An account address and a chain, which name one session. */
export type SessionPair = Pick<ServerSession, 'address' | 'chainId'>

const time = v.pipe(v.number(), v.safeInteger())
const sealedSchema = v.pipe(
  v.array(v.strictTuple([v.string(), caipNetworkIdSchema, v.string(), time, time])),
  v.maxLength(mostSessions),
)

export interface SessionRules {
  readonly seal: Seal
  readonly domains: readonly string[]
  readonly chains: readonly CaipNetworkId[]
  readonly now: () => number
}

/** Reads and writes what the session cookie holds. */
export function createSessions({ seal, domains, chains, now }: SessionRules) {
  return {
    /** Those that hold now, on this server's pages and chains; the last one to sign in comes first. */
    read(token: string | undefined): readonly ServerSession[] {
      const text = token === undefined ? undefined : seal.open(token)
      if (text === undefined) return []
      const parsed = v.safeParse(sealedSchema, parseJson(text))
      if (!parsed.success) return []
      return parsed.output
        .map(([address, chainId, domain, issuedAt, expiresAt]) => ({
          address,
          chainId,
          domain,
          issuedAt,
          expiresAt,
        }))
        .filter(
          each => each.expiresAt > now() && domains.includes(each.domain) && chains.includes(each.chainId),
        )
    },
    write(sessions: readonly ServerSession[]): string {
      return seal.close(
        JSON.stringify(
          sessions
            .slice(0, mostSessions)
            .map(each => [each.address, each.chainId, each.domain, each.issuedAt, each.expiresAt]),
        ),
      )
    },
  }
}

/** Whether a session is this account's on this chain: exactly the pair, whatever the case of a hexadecimal address (T36). */
export function isOf({ address, chainId }: SessionPair, pair: SessionPair): boolean {
  return isSameAddress(address, pair.address) && chainId === pair.chainId
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
