import * as v from 'valibot'
import { configError } from '../../contract/error.ts'
import {
  type PaymentPayload,
  type PaymentRequirements,
  paymentPayloadSchema,
  paymentRequirementsSchema,
  postX402Settle,
  postX402Verify,
  type Settlement,
  x402Headers,
} from '../../contract/x402.ts'
import { formatX402Header, parseX402Header } from '../../contract/x402Header.ts'
import { callServices, type ServicesAccess } from './callServices.ts'
import { checkAccess } from './checkAccess.ts'
import { createClaims } from './createClaims.ts'

/** One way to pay for a request. `amount` is in base units of the token, as text. */
export interface RequestPrice {
  /** An EVM network that the services settle on, as CAIP-2. */
  readonly network: `${string}:${string}`
  /** The token's contract; it needs EIP-3009, as USDC has it. */
  readonly asset: string
  readonly amount: string
  /** Who receives it. */
  readonly payTo: string
  /** The token's EIP-712 name and version, as its contract has them. */
  readonly name: string
  readonly version: string
  /** Seconds for which a signature may be good. Default 60. */
  readonly maxTimeoutSeconds?: number
}

/** Options of `requirePayment`. */
export interface PaidRequestOptions extends ServicesAccess {
  /** One way to pay, or several; by request where prices differ. An empty list lets the request through without a payment. */
  readonly price:
    | RequestPrice
    | readonly RequestPrice[]
    | ((
        request: Request,
      ) => RequestPrice | readonly RequestPrice[] | Promise<RequestPrice | readonly RequestPrice[]>)
  /** What is paid for, at most 1,000 characters; visitors read it. */
  readonly description?: string
  /**
   * Settles before the handler runs. Default false: the handler runs first, an answer of 400 or above costs nothing, and no answer leaves before its payment is
   * settled. Choose true for a handler that does something which cannot be undone: it then runs once for each payment, over all processes.
   */
  readonly settleFirst?: boolean
  /** The origin of your service where a proxy changes it, such as `https://api.example`: the visitor reads it in what is paid for. */
  readonly origin?: string
}

/** The payment that the handler serves. */
export interface RequestPayment {
  readonly requirements: PaymentRequirements
  /** Who signed. */
  readonly payer: string
}

/** Answers a request that was paid for; undefined where it cost nothing. */
export type PaidHandler = (
  request: Request,
  payment: RequestPayment | undefined,
) => Response | Promise<Response>

/** A handler of requests, for `toNodeHandler` too. */
export interface PaidRoute {
  handle(request: Request): Promise<Response>
}

type Outcome = { readonly settlement: Settlement } | { readonly unknown: true }

/** Milliseconds beyond a payment's own time that a call of `settle` may take. */
const settleTimeout = 30_000

/**
 * Makes a request cost something (HTTP 402, x402 version 2, scheme "exact"): without a payment it answers 402 and says what it costs, with one it verifies and settles it through the
 * services, and passes the handler's answer on with `PAYMENT-RESPONSE`. A payment serves one request (T132).
 * @throws LatchkeyError CONFIG_INVALID, naming the option.
 */
export function requirePayment(options: PaidRequestOptions, handler: PaidHandler): PaidRoute {
  checkAccess(options)
  const { description, settleFirst = false, origin } = options
  if (description !== undefined && description.length > 1_000)
    throw configError('description', 'at most 1,000 characters')
  // A mistake shows when the server starts, not with the first payment.
  if (typeof options.price !== 'function') toRequirements(options.price)
  const claims = createClaims()

  async function requirementsOf(request: Request): Promise<readonly PaymentRequirements[]> {
    const { price } = options
    return toRequirements(typeof price === 'function' ? await price(request) : price)
  }

  function require402(
    request: Request,
    accepts: readonly PaymentRequirements[],
    error: string,
    settlement?: Settlement,
  ): Response {
    const url = new URL(request.url)
    const resource = {
      url: origin === undefined ? url.href : `${origin}${url.pathname}${url.search}`,
      ...(description !== undefined && { description }),
    }
    return answer(402, error, {
      [x402Headers.required]: formatX402Header({ x402Version: 2, error, resource, accepts }),
      ...(settlement && { [x402Headers.response]: formatX402Header(settlement) }),
    })
  }

  const toBody = (payment: PaymentPayload, requirements: PaymentRequirements) => ({
    x402Version: 2,
    paymentPayload: payment,
    paymentRequirements: requirements,
  })

  async function settle(
    payment: PaymentPayload,
    requirements: PaymentRequirements,
    idempotencyKey: string,
  ): Promise<Outcome> {
    const body = toBody(payment, requirements)
    try {
      const settlement = await callServices(options, postX402Settle, {
        body,
        idempotencyKey,
        timeout: settleTimeout,
      })
      return settlement.errorReason === 'settlement_pending' ? { unknown: true } : { settlement }
    } catch {
      return { unknown: true }
    }
  }

  async function serve(
    request: Request,
    payment: PaymentPayload,
    requirements: PaymentRequirements,
    accepts: readonly PaymentRequirements[],
  ): Promise<Response> {
    const claim = claims.take(payment, requirements)
    if (claim === undefined) return require402(request, accepts, 'This payment is being used')
    let isOver = true
    try {
      if (!claim.isPending) {
        const verified = await callServices(options, postX402Verify, { body: toBody(payment, requirements) })
        if (!verified.isValid)
          return require402(request, accepts, verified.invalidReason ?? 'invalid_payload')
      }
      const payer = 'authorization' in payment.payload ? payment.payload.authorization.from : ''
      const run = async () => handler(request, { requirements, payer })
      const early = settleFirst || claim.isPending ? undefined : await run()
      // What failed costs nothing.
      if (early !== undefined && early.status >= 400) return early
      const outcome = await settle(payment, requirements, claim.idempotencyKey)
      if ('unknown' in outcome) {
        // It may be on its way: the same payment is taken again, and settles no second time.
        isOver = false
        return answer(503, 'The payment is not settled yet. Send the same request with it again.', {
          'retry-after': '2',
        })
      }
      const { settlement } = outcome
      if (!settlement.success)
        return require402(request, accepts, settlement.errorReason ?? 'settle_failed', settlement)
      const response = early ?? (await run())
      const headers = new Headers(response.headers)
      headers.set(x402Headers.response, formatX402Header(settlement))
      expose(headers)
      const { status, statusText } = response
      return new Response(response.body, { status, statusText, headers })
    } finally {
      claim.end(isOver)
    }
  }

  return {
    async handle(request) {
      // A browser's question beforehand carries no payment.
      const accepts = request.method === 'OPTIONS' ? [] : await requirementsOf(request)
      if (accepts.length === 0) return handler(request, undefined)
      const header = request.headers.get(x402Headers.signature)
      if (header === null) return require402(request, accepts, `${x402Headers.signature} header is required`)
      const payment = parseX402Header(header, paymentPayloadSchema)
      if (payment === undefined) return answer(400, 'The payment is malformed')
      const requirements = accepts.find(each => isSame(each, payment.accepted))
      if (requirements === undefined) return require402(request, accepts, 'The payment is for something else')
      try {
        return await serve(request, payment, requirements, accepts)
      } catch (cause) {
        console.error('[latchkey] A payment could not be verified:', cause)
        return answer(502, 'The payment could not be verified', { 'retry-after': '2' })
      }
    },
  }
}

/** @throws LatchkeyError CONFIG_INVALID. */
function toRequirements(price: RequestPrice | readonly RequestPrice[]): readonly PaymentRequirements[] {
  const all: readonly RequestPrice[] = Array.isArray(price) ? price : [price as RequestPrice]
  return all.map(({ network, asset, amount, payTo, name, version, maxTimeoutSeconds = 60 }) => {
    const extra = { name, version, assetTransferMethod: 'eip3009' }
    const given = { scheme: 'exact', network, amount, asset, payTo, maxTimeoutSeconds, extra }
    const parsed = v.safeParse(paymentRequirementsSchema, given)
    if (!parsed.success || !name || !version) {
      const path = parsed.success ? 'name' : (v.getDotPath(parsed.issues[0]) ?? 'price')
      throw configError('price', `${path} is not what a payment can have`)
    }
    return parsed.output
  })
}

/** The visitor chose one of our own ways, with nothing changed. */
function isSame(own: PaymentRequirements, chosen: PaymentRequirements): boolean {
  return (
    own.network === chosen.network &&
    own.amount === chosen.amount &&
    own.asset.toLowerCase() === chosen.asset.toLowerCase() &&
    own.payTo.toLowerCase() === chosen.payTo.toLowerCase() &&
    (chosen.extra.assetTransferMethod ?? 'eip3009') === 'eip3009'
  )
}

function answer(status: number, error: string, more: Readonly<Record<string, string>> = {}): Response {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...more,
  })
  expose(headers)
  return new Response(JSON.stringify({ error }), { status, headers })
}

/** Lets a page of another origin read what x402 says, once CORS lets it read the answer. */
function expose(headers: Headers): void {
  headers.append('access-control-expose-headers', `${x402Headers.required}, ${x402Headers.response}`)
}
