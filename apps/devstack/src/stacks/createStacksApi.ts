import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { localOnly } from '../http/localOnly.ts'
import { localPages } from '../http/localPages.ts'
import { type Refusal, readTransfer, type SignedTransfer } from './readTransfer.ts'
import type { Vm } from './startVm.ts'

/** Bytes; nodes take 2 MB, and a transfer has 180. */
const largestBody = 4_096
/** Micro-STX of a byte that nodes relay at least. */
const feeRate = 1n
/** Where fees go in the VM, which knows none: the address of no key. */
const miner = 'ST000000000000000000002AMW42H'
const address = /^ST[0-9A-HJKMNP-TV-Z]{26,39}$/

interface Mined extends SignedTransfer {
  readonly height: number
  readonly isDone: boolean
}

/** The bytes of a transaction: as they are, or in hex as `{ tx }` in JSON. None where the body is neither. */
async function readBody(request: Request): Promise<Uint8Array> {
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return new Uint8Array(await request.arrayBuffer())
  const body: unknown = await request.json().catch(() => undefined)
  const { tx } = Object(body) as { readonly tx?: unknown }
  const hex = typeof tx === 'string' ? tx.replace(/^0x/, '') : ''
  return /^(?:[0-9a-f]{2})*$/i.test(hex) ? new Uint8Array(Buffer.from(hex, 'hex')) : new Uint8Array()
}

/**
 * The routes of a Stacks node and of the Stacks API that wallets and this widget use, over the VM. The VM checks no signature, nonce or
 * fee: this does, before it calls the VM. A block follows each transaction. Pages of this machine may read the answers.
 */
export function createStacksApi(vm: Vm): Hono {
  const nonces = new Map<string, bigint>()
  const mined = new Map<string, Mined>()
  let queue: Promise<unknown> = Promise.resolve()
  /** One transaction after the other: two with one nonce are never both checked before the first is mined. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const done = queue.then(run)
    queue = done.catch(() => undefined)
    return done
  }
  const heldBy = async (account: string): Promise<bigint> => (await vm.balances()).get(account) ?? 0n
  const nonceOf = (account: string): bigint => nonces.get(account) ?? 0n

  async function submit(bytes: Uint8Array): Promise<{ txid: string } | { refusal: Refusal }> {
    const transfer = readTransfer(bytes)
    if ('refusal' in transfer) return transfer
    const { sender, recipient, amount, fee, nonce, size, txid } = transfer
    if (amount <= 0n) return { refusal: 'TransferAmountMustBePositive' }
    if (sender === recipient) return { refusal: 'TransferRecipientCannotEqualSender' }
    if (nonce !== nonceOf(sender)) return { refusal: 'BadNonce' }
    if (fee < BigInt(size) * feeRate) return { refusal: 'FeeTooLow' }
    if ((await heldBy(sender)) < amount + fee) return { refusal: 'NotEnoughFunds' }
    await vm.transfer({ sender, recipient: miner, amount: fee })
    const isDone = await vm.transfer({ sender, recipient, amount })
    nonces.set(sender, nonce + 1n)
    mined.set(txid, { ...transfer, isDone, height: await vm.height() })
    return { txid }
  }

  const app = new Hono()
  app.use(localOnly(), localPages())
  app.get('/v2/info', async context =>
    context.json({
      peer_version: 0,
      network_id: 0x80000000,
      server_version: 'the Clarity VM behind a local facade',
      stacks_tip_height: await vm.height(),
    }),
  )
  app.get('/v2/accounts/:address', async context => {
    const account = context.req.param('address')
    if (!address.test(account)) return context.text('Not an account of a test network', 400)
    const balance = await heldBy(account)
    return context.json({
      balance: `0x${balance.toString(16).padStart(32, '0')}`,
      locked: `0x${'0'.repeat(32)}`,
      unlock_height: 0,
      nonce: Number(nonceOf(account)),
    })
  })
  app.get('/v2/fees/transfer', context => context.json(Number(feeRate)))
  app.post('/v2/transactions', bodyLimit({ maxSize: largestBody }), async context => {
    const bytes = await readBody(context.req.raw)
    const outcome = await inTurn(() => submit(bytes))
    if ('txid' in outcome) return context.json(outcome.txid)
    return context.json({ error: 'transaction rejected', reason: outcome.refusal }, 400)
  })
  app.get('/extended/v1/tx/:id', context => {
    const transfer = mined.get(context.req.param('id').replace(/^0x/, ''))
    if (!transfer) return context.json({ error: 'could not find transaction by ID' }, 404)
    const { txid, sender, recipient, amount, fee, nonce, memo, height, isDone } = transfer
    return context.json({
      tx_id: `0x${txid}`,
      tx_status: isDone ? 'success' : 'abort_by_response',
      tx_type: 'token_transfer',
      nonce: Number(nonce),
      fee_rate: String(fee),
      sender_address: sender,
      block_height: height,
      canonical: true,
      token_transfer: { recipient_address: recipient, amount: String(amount), memo },
    })
  })
  app.get('/extended/v1/address/:address/nonces', context => {
    const nonce = nonceOf(context.req.param('address'))
    return context.json({
      last_executed_tx_nonce: nonce > 0n ? Number(nonce - 1n) : null,
      last_mempool_tx_nonce: null,
      possible_next_nonce: Number(nonce),
      detected_missing_nonces: [],
    })
  })
  app.get('/extended/v1/address/:address/balances', async context => {
    const account = context.req.param('address')
    if (!address.test(account)) return context.json({ error: 'invalid STX address' }, 400)
    const stx = { balance: String(await heldBy(account)), locked: '0' }
    return context.json({ stx, fungible_tokens: {}, non_fungible_tokens: {} })
  })
  return app
}
