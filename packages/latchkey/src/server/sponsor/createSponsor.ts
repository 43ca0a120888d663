import * as v from 'valibot'
import { configError } from '../../contract/error.ts'
import { sponsorQuestionSchema } from '../../contract/paymaster.ts'
import { parseSecrets, verifyMessage, type WebhookClaim } from '../payments/verifyMessage.ts'

/** One call of an operation. */
export interface SponsoredCall {
  /** The contract or account that is called. */
  readonly to: `0x${string}`
  /** Base units of the network's currency that the visitor sends along. */
  readonly value: bigint
  readonly data: `0x${string}`
}

/** An operation that the services ask about. */
export interface SponsoredOperation {
  readonly project: string
  /** CAIP-2 id. */
  readonly network: string
  /** The visitor's smart account. */
  readonly account: `0x${string}`
  /** What the account does, decoded from the operation that is paid for. */
  readonly calls: readonly SponsoredCall[]
  /** The most that it can cost you, in base units of the network's currency. */
  readonly mostCost: bigint
  /** False while the visitor looks at it, true before they sign: count only the latter. */
  readonly isFinal: boolean
}

/** How a host decides which operations it pays for. */
export interface SponsorOptions {
  /** The project's secret of `PAYMASTER_PROJECTS`, `whsec_…`; during a rotation both the new and the old one. */
  readonly secret: WebhookClaim['secret']
  /** Whether you pay. The limits of `PAYMASTER_PROJECTS` hold as well. The services wait three seconds for it. */
  readonly decide: (operation: SponsoredOperation) => boolean | Promise<boolean>
}

/** Answers the services; for Node and Express by `toNodeHandler`. */
export interface Sponsoring {
  readonly handle: (request: Request) => Promise<Response>
}

/** The longest question: an operation has at most 128 kB of call data, written twice as long. */
const mostBytes = 1_048_576

/**
 * Creates the handler of the URL at which the services ask whether you pay for an operation. It answers 401 to a question that is not
 * signed with the secret; an error of `decide` is passed on, and the operation is not paid for.
 * @throws LatchkeyError CONFIG_INVALID for a secret that is none, and without `decide`.
 */
export function createSponsor({ secret, decide }: SponsorOptions): Sponsoring {
  parseSecrets(secret)
  if (typeof decide !== 'function') throw configError('decide', 'a function')
  return {
    async handle(request) {
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const body = new Uint8Array(await request.arrayBuffer())
      if (body.length > mostBytes) return new Response(null, { status: 413 })
      const message = verifyMessage({ headers: request.headers, body, secret })
      if (typeof message === 'string') return new Response(null, { status: 401 })
      const operation = readOperation(message.bytes)
      if (operation === undefined) return new Response(null, { status: 400 })
      // Only a clear yes: `decide` may be plain JavaScript.
      return Response.json({ sponsor: (await decide(operation)) === true })
    },
  }
}

function readOperation(bytes: Uint8Array): SponsoredOperation | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    const { data } = v.parse(sponsorQuestionSchema, value)
    const calls = data.calls.map(call => ({ ...call, value: BigInt(call.value) }))
    return { ...data, calls, mostCost: BigInt(data.mostCost) }
  } catch {
    return undefined
  }
}
