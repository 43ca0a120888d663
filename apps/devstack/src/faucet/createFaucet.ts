import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { localOnly } from '../http/localOnly.ts'
import { localPages } from '../http/localPages.ts'
import type { Payer } from './createPayer.ts'
import { createVisitLimit } from './createVisitLimit.ts'
import { parseFaucetRequest } from './faucetRequest.ts'

const bodyBytes = 1_024

/**
 * The faucet as an app: `POST /faucet { chainId, address, tokens? }` answers `{ chainId, address, payments }` once
 * the payments are on the chain, or `{ code, message }`.
 */
export function createFaucet(options: {
  payers: readonly Payer[]
  /** Milliseconds since any fixed moment. */
  now: () => number
  log: (line: string) => void
}): Hono {
  const { payers, now, log } = options
  const admit = createVisitLimit(now)
  const app = new Hono()

  app.use(localOnly(), localPages())
  app.notFound(context => context.json({ code: 'not_found', message: 'Try POST /faucet.' }, 404))
  app.onError((error, context) => {
    log(`faucet: ${error.message.split('\n')[0]}`)
    return context.json({ code: 'internal', message: 'The faucet failed; its log says why.' }, 500)
  })

  app.get('/', context =>
    context.json({ chains: payers.map(({ chainId, tokens }) => ({ chainId, tokens })) }),
  )

  const tooLarge = bodyLimit({
    maxSize: bodyBytes,
    onError: context =>
      context.json({ code: 'too_large', message: `The body may hold ${bodyBytes} bytes.` }, 413),
  })
  app.post('/faucet', tooLarge, async context => {
    // Asking for JSON makes a browser ask first, so a page from elsewhere cannot even try.
    if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
      return context.json({ code: 'invalid', message: 'Send application/json.' }, 415)
    }
    const body: unknown = await context.req.json().catch(() => undefined)
    const request = parseFaucetRequest(body, payers)
    if (typeof request === 'string') return context.json({ code: 'invalid', message: request }, 400)
    const { chainId, address, tokens } = request
    const payer = payers.find(candidate => candidate.chainId === chainId)
    if (!payer) throw new Error(`No payer for chain ${chainId}`)

    // One address in two spellings counts as one; where case tells addresses apart, two of them share the count.
    const wait = admit(`${chainId}:${address.toLowerCase()}`)
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000)
      context.header('retry-after', String(seconds))
      return context.json({ code: 'limited', message: `Enough for now; come back in ${seconds} s.` }, 429)
    }
    try {
      return context.json({ chainId, address, payments: await payer.pay(address, tokens) })
    } catch (error) {
      log(`faucet: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
      return context.json(
        { code: 'refused', message: 'The chain refused the transfer to this address.' },
        502,
      )
    }
  })
  return app
}
