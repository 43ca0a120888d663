import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { localOnly } from '../../http/localOnly.ts'
import { localPages } from '../../http/localPages.ts'
import { type CallNode, NodeError } from '../node/callNode.ts'
import type { Ledger } from './createLedger.ts'
import { formatAddress, formatUnspent } from './formatAddress.ts'
import { formatStatus, formatTransaction } from './formatTransaction.ts'
import type { NodeTransaction } from './nodeTransaction.ts'

/** Bytes of a transaction as hex: nodes relay 400,000 units of weight at most. */
const largestBody = 800_000
/** Transactions of one answer, as Esplora has them. */
const pageLength = 50
/** Blocks that a fee is estimated for, of those that Esplora lists. */
const feeTargets = [1, 2, 3, 6, 12, 24, 144] as const

/**
 * A small part of Esplora's REST API (https://github.com/Blockstream/esplora/blob/master/API.md) over a node: addresses, transactions,
 * the tip and fees. Pages of this machine may read the answers.
 */
export function createEsplora(options: {
  readonly call: CallNode
  readonly ledger: Ledger
  /** Called after the node took a transaction, before its sender hears of it. */
  readonly sent: () => Promise<void>
  readonly log: (line: string) => void
}): Hono {
  const { call, ledger, sent, log } = options
  const app = new Hono()
  app.use(localOnly(), localPages())

  /** The address as the node spells it; undefined for one of another network, or none at all. */
  async function readAddress(text: string): Promise<string | undefined> {
    if (!/^[a-zA-Z0-9]{26,90}$/.test(text)) return undefined
    const { isvalid, address } = (await call('validateaddress', text)) as {
      isvalid: boolean
      address?: string
    }
    return isvalid ? address : undefined
  }

  const answers = { '': formatAddress, '/utxo': formatUnspent, '/txs': formatHistory } as const
  for (const [path, answer] of Object.entries(answers)) {
    app.get(`/address/:address${path}`, async context => {
      const address = await readAddress(context.req.param('address') ?? '')
      if (address === undefined) return context.text('Invalid Bitcoin address', 400)
      await ledger.sync()
      return context.json(answer(address, ledger))
    })
  }

  app.post(
    '/tx',
    bodyLimit({
      maxSize: largestBody,
      onError: context => context.text('Transaction too large', 413, { connection: 'close' }),
    }),
    async context => {
      const hex = (await context.req.text()).trim()
      if (!/^(?:[0-9a-fA-F]{2}){10,}$/.test(hex)) return context.text('Invalid hex string', 400)
      try {
        const txid = String(await call('sendrawtransaction', hex))
        await sent()
        return context.text(txid)
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        const { code, message } = error
        return context.text(`sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`, 400)
      }
    },
  )

  app.use('/tx/:txid/*', async (context, next) => {
    if (!/^[0-9a-f]{64}$/.test(context.req.param('txid'))) return context.text('Invalid hex string', 400)
    await ledger.sync()
    await next()
  })
  app.get('/tx/:txid', context => {
    const entry = ledger.find(context.req.param('txid'))
    return entry ? context.json(formatTransaction(entry, ledger)) : context.text('Transaction not found', 404)
  })
  app.get('/tx/:txid/status', context => {
    const entry = ledger.find(context.req.param('txid'))
    return entry ? context.json(formatStatus(entry.block)) : context.text('Transaction not found', 404)
  })
  app.get('/tx/:txid/hex', async context => {
    const entry = ledger.find(context.req.param('txid'))
    if (!entry) return context.text('Transaction not found', 404)
    const { hex } = (await call('getrawtransaction', entry.transaction.txid, 1)) as NodeTransaction
    return context.text(hex ?? '')
  })

  app.get('/blocks/tip/height', async context => {
    await ledger.sync()
    return context.text(String(ledger.tip().height))
  })
  app.get('/blocks/tip/hash', async context => {
    await ledger.sync()
    return context.text(ledger.tip().hash)
  })
  app.get('/block-height/:height', async context => {
    const height = context.req.param('height')
    if (!/^\d{1,9}$/.test(height)) return context.text('Invalid height', 400)
    await ledger.sync()
    const block = ledger.block(Number(height))
    return block ? context.text(block.hash) : context.text('Block not found', 404)
  })
  app.get('/fee-estimates', async context => context.json(await estimateFees(call)))

  app.notFound(context => context.text('Not found', 404))
  app.onError((error, context) => {
    log(error.message.split('\n')[0] ?? '')
    return context.text('The node does not answer', 502)
  })
  return app
}

function formatHistory(address: string, ledger: Ledger) {
  return ledger
    .of(address)
    .slice(0, pageLength)
    .map(entry => formatTransaction(entry, ledger))
}

/** Satoshis for each virtual byte by blocks to wait. A target that the node knows nothing of is absent: a young chain has none. */
async function estimateFees(call: CallNode): Promise<Readonly<Record<string, number>>> {
  const estimates = await Promise.all(
    feeTargets.map(async target => {
      const { feerate } = (await call('estimatesmartfee', target)) as { feerate?: number }
      // The node counts in bitcoins for each 1,000 bytes.
      return feerate === undefined ? [] : [[String(target), feerate * 1e5] as const]
    }),
  )
  return Object.fromEntries(estimates.flat())
}
