import { isValidSuiAddress, normalizeSuiAddress } from '@mysten/sui/utils'
import { buildSchema, graphql } from 'graphql'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { isLocalOrigin } from '../http/isLocalHost.ts'
import { localOnly } from '../http/localOnly.ts'
import type { SuiLedger } from './createSuiLedger.ts'
import { suiResolvers } from './suiResolvers.ts'
import { suiSchema } from './suiSchema.ts'

/** MIST that one visit of the faucet pays. */
export const faucetAmount = 10_000_000_000n
const mostBytes = 512 * 1_024

/** Hazel's GraphQL at `/graphql` and at the root, and the faucet at `/v2/gas`, under the paths that Sui's own clients ask. Pages of this machine may read the answers. */
export function createSuiApi(ledger: SuiLedger): Hono {
  const schema = buildSchema(suiSchema)
  const resolvers = suiResolvers(ledger)
  const app = new Hono()
  const pages = cors({ origin: origin => (isLocalOrigin(origin) ? origin : null) })
  app.use(localOnly(), pages, bodyLimit({ maxSize: mostBytes }))

  app.on('POST', ['/', '/graphql'], async context => {
    const body: unknown = await context.req.json().catch(() => undefined)
    const { query, variables, operationName } = Object(body)
    if (typeof query !== 'string') return context.json({ errors: [{ message: 'No document' }] }, 400)
    const answer = await graphql({
      schema,
      source: query,
      rootValue: resolvers,
      variableValues: Object(variables),
      operationName: typeof operationName === 'string' ? operationName : null,
    })
    return context.json(answer)
  })

  app.post('/v2/gas', async context => {
    const body: unknown = await context.req.json().catch(() => undefined)
    const { recipient } = Object(Object(body).FixedAmountRequest)
    const address = typeof recipient === 'string' ? normalizeSuiAddress(recipient) : ''
    if (!isValidSuiAddress(address))
      return context.json({ status: { Failure: { internal: 'Invalid recipient' } }, coins_sent: null }, 400)
    const { id } = ledger.mint(address, faucetAmount)
    const sent = { amount: Number(faucetAmount), id, transferTxDigest: ledger.genesis }
    return context.json({ status: 'Success', coins_sent: [sent] })
  })
  return app
}
