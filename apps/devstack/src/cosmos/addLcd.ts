import type { Context, Hono } from 'hono'
import { ironwood, isIronwoodAddress } from './cosmosState.ts'
import type { CosmosChain, MinedTransaction } from './createCosmosChain.ts'

/** Bytes of a request's transaction as base64. */
const longestTransaction = 100_000

/** The part of the Cosmos SDK's REST API (LCD) that balances, accounts and transactions need. */
export function addLcd(app: Hono, chain: CosmosChain): void {
  const heldBy = (address: string): bigint => chain.state.balances.get(address) ?? 0n
  const coinOf = (amount: bigint) => ({ denom: ironwood.denom, amount: String(amount) })

  app.get('/cosmos/bank/v1beta1/balances/:address', context => {
    const address = context.req.param('address')
    if (!isIronwoodAddress(address)) return refuse(context, 400, 3, `invalid address: ${address}`)
    const held = heldBy(address)
    const balances = held === 0n ? [] : [coinOf(held)]
    return context.json({ balances, pagination: { next_key: null, total: String(balances.length) } })
  })
  app.get('/cosmos/bank/v1beta1/balances/:address/by_denom', context => {
    const address = context.req.param('address')
    const denom = context.req.query('denom') ?? ''
    if (!isIronwoodAddress(address)) return refuse(context, 400, 3, `invalid address: ${address}`)
    if (denom === '') return refuse(context, 400, 3, 'invalid denom')
    return context.json({
      balance: denom === ironwood.denom ? coinOf(heldBy(address)) : { denom, amount: '0' },
    })
  })
  app.get('/cosmos/auth/v1beta1/accounts/:address', context => {
    const address = context.req.param('address')
    if (!isIronwoodAddress(address)) return refuse(context, 400, 3, `invalid address: ${address}`)
    const account = chain.state.accounts.get(address)
    if (!account) return refuse(context, 404, 5, `account ${address} not found`)
    const { number, sequence, key } = account
    return context.json({
      account: {
        '@type': '/cosmos.auth.v1beta1.BaseAccount',
        address,
        pub_key: key === undefined ? null : { '@type': '/cosmos.crypto.secp256k1.PubKey', key },
        account_number: String(number),
        sequence: String(sequence),
      },
    })
  })
  app.post('/cosmos/tx/v1beta1/txs', async context => {
    const { tx_bytes: text } = Object(await context.req.json().catch(() => undefined)) as {
      readonly tx_bytes?: unknown
    }
    if (typeof text !== 'string' || text.length > longestTransaction)
      return refuse(context, 400, 3, 'invalid empty tx')
    const { hash, code, log } = chain.check(new Uint8Array(Buffer.from(text, 'base64')))
    return context.json({
      tx_response: { ...emptyResponse, txhash: hash, code, raw_log: log, codespace: code === 0 ? '' : 'sdk' },
    })
  })
  app.get('/cosmos/tx/v1beta1/txs/:hash', context => {
    const hash = context.req.param('hash')
    const mined = chain.find(hash)
    return mined
      ? context.json({ tx_response: responseOf(mined) })
      : refuse(context, 404, 5, `tx not found: ${hash}`)
  })
  app.get('/cosmos/base/tendermint/v1beta1/node_info', context =>
    context.json({
      default_node_info: { network: ironwood.chainId, version: '0.38.17', moniker: 'double' },
      application_version: {
        name: 'latchkey-double',
        app_name: 'double',
        version: '1',
        cosmos_sdk_version: 'v0.50',
      },
    }),
  )
}

const emptyResponse = {
  height: '0',
  data: '',
  logs: [],
  info: '',
  gas_wanted: '0',
  gas_used: '0',
  events: [],
}

function responseOf({ hash, height, code, log, gasWanted, gasUsed }: MinedTransaction) {
  return {
    ...emptyResponse,
    height: String(height),
    txhash: hash,
    code,
    codespace: code === 0 ? '' : 'sdk',
    raw_log: log,
    gas_wanted: String(gasWanted),
    gas_used: String(gasUsed),
  }
}

function refuse(context: Context, status: 400 | 404, code: number, message: string): Response {
  return context.json({ code, message, details: [] }, status)
}
