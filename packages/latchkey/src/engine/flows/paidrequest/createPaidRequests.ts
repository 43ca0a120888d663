/**
 * Requests that cost something (HTTP 402, x402 version 2): within what the visitor allowed, a signature pays and the request goes out once more. What was
 * allowed is counted before the wallet is asked, and a signature that left stays counted, whatever the answer is (reference money §4.1).
 */

import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { x402Headers } from '../../../contract/x402.ts'
import { formatX402Header } from '../../../contract/x402Header.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { createCaps } from './createCaps.ts'
import { type FoundWay, findWay } from './findWay.ts'
import type { AskedRequest, PaidRequests } from './paidRequest.ts'
import { type Required, readRequired } from './readRequired.ts'

type Context = Pick<
  EngineContext,
  'config' | 'connections' | 'live' | 'adapter' | 'rpc' | 'clock' | 'random' | 'alert' | 'signal'
>

/** What the visitor said: take back, where the word was a limit. */
type Word = (() => void) | undefined

/** The paid requests of one engine; they end with it. A chunk of its own, by `engine.paidRequests()`. */
export function createPaidRequests(ctx: Context): PaidRequests {
  const caps = createCaps(ctx.clock)
  const asked = createMachine<AskedRequest | undefined, AskedRequest | undefined>(
    undefined,
    (_, next) => next,
  )
  let answer: ((word: 'once' | 'limit' | 'no') => void) | undefined
  // One question at a time: each may change what holds for the next.
  let last: Promise<unknown> = Promise.resolve()

  /** Counts the request as spent, or asks the visitor. @throws LatchkeyError SPENDING_CAP, DESTROYED; the signal's own reason. */
  function admit(request: AskedRequest, signal: AbortSignal): Promise<Word> {
    const within = caps.spend(request)
    if (within) return Promise.resolve(within)
    const turn = last.then(() => caps.spend(request) ?? ask(request, signal))
    last = turn.catch(() => undefined)
    return turn
  }

  async function ask(request: AskedRequest, signal: AbortSignal): Promise<Word> {
    const ends = AbortSignal.any([signal, ctx.signal])
    if (ends.aborted) throw reasonOf(signal)
    const cap = caps.of(request)
    let stop = () => {}
    try {
      const word = await new Promise<'once' | 'limit' | 'no'>((resolve, reject) => {
        const ended = () => reject(reasonOf(signal))
        ends.addEventListener('abort', ended)
        // Another account was not asked: the question is about this one's money.
        const off = ctx.connections.subscribe(() => {
          if (activeAccount(ctx)?.owner !== request.owner) resolve('no')
        })
        stop = () => {
          ends.removeEventListener('abort', ended)
          off()
        }
        answer = resolve
        asked.dispatch({ ...request, ...(cap && { cap }) })
      })
      if (word === 'no') throw refused()
      return word === 'limit' ? caps.spend(request) : undefined
    } finally {
      stop()
      answer = undefined
      asked.dispatch(undefined)
    }
  }

  async function sign(found: FoundWay, signal: AbortSignal): Promise<string> {
    const { account, authorizing, token, way } = found
    const now = activeAccount(ctx)
    const { signTypedData } = ctx.live.get(account.connectionId, account.namespace)?.abilities ?? {}
    if (now?.owner !== account.owner || now.connectionId !== account.connectionId || !signTypedData)
      throw createError('SIGN_FAILED', { context: { reason: 'other-account' } })
    const { data, payload } = authorizing.authorize({
      from: account.owner,
      requirements: way.requirements,
      token,
      nonce: `0x${ctx.random.id()}${ctx.random.id()}`,
      now: ctx.clock.now(),
    })
    const signature = await signTypedData({ account: account.owner, data, signal }).catch(cause => {
      throw isLatchkeyError(cause) && cause.code === 'SIGN_REJECTED' ? refused(cause) : cause
    })
    const { resource, extensions } = found.required
    return formatX402Header({
      x402Version: 2,
      resource,
      accepted: way.sent,
      payload: payload(signature),
      ...(extensions && { extensions }),
    })
  }

  async function pay(again: Request, url: URL, { required, ways }: Required): Promise<Response | undefined> {
    const found = await findWay(ctx, required, ways, again.signal)
    if (!found) return undefined
    const { account, token, way, amount } = found
    const { description } = required.resource
    const request: AskedRequest = {
      id: ctx.random.id(),
      origin: url.origin,
      url: url.href,
      ...(description && { description }),
      owner: account.owner,
      network: account.network,
      requirements: way.requirements,
      asset: token.asset,
      shown: token.shown,
      amount,
    }
    const takeBack = await admit(request, again.signal)
    let header: string
    try {
      header = await sign(found, again.signal)
    } catch (cause) {
      // Nothing was signed that could leave.
      takeBack?.()
      throw cause
    }
    const headers = new Headers(again.headers)
    headers.set(x402Headers.signature, header)
    // Not cached, and to no other address: the payment is for this one.
    return fetch(new Request(again, { headers, redirect: 'error', cache: 'no-store' }))
  }

  return {
    asked,
    caps: caps.state,
    allow(limit, id) {
      const request = asked.getState()
      if (!request || (id !== undefined && id !== request.id)) return
      if (limit !== undefined) caps.set(request, limit)
      answer?.(limit === undefined ? 'once' : 'limit')
    },
    refuse(id) {
      if (id === undefined || asked.getState()?.id === id) answer?.('no')
    },
    forget: caps.forget,
    async fetch(input, init) {
      // A stream is gone once it was sent: it cannot go out again with the payment.
      if (init?.body instanceof ReadableStream) return fetch(input, init)
      const request = new Request(input, init)
      // The host pays by itself.
      if (request.headers.has(x402Headers.signature)) return fetch(request)
      const again = request.clone()
      const first = await fetch(request)
      const url = new URL(request.url)
      const required = readRequired(first, url)
      return (required && (await pay(again, url, required))) ?? first
    },
  }
}

function refused(cause?: unknown): Error {
  return createError('SPENDING_CAP', {
    context: { reason: 'refused' },
    ...(cause !== undefined && { cause }),
  })
}

function reasonOf(signal: AbortSignal): unknown {
  return signal.aborted ? signal.reason : createError('DESTROYED')
}
