import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { formatBase58, getPayment, postPayment, postPaymentTransaction, postRefund } from 'latchkey/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signerOf } from '../../../../../devstack/src/solana/ledger/sendAs.ts'
import { type Solana, startSolana } from '../../../../../devstack/src/solana/startSolana.ts'
import { chainVariables } from '../../../../../devstack/src/stack/chainVariables.ts'
import { openApp, type TestApp } from '../../../app.fixture.ts'
import { oneOf } from '../../../core/context/oneOf.ts'
import { makePayments, type Payments } from '../makePayments.ts'
import { createAsk } from '../payments.fixture.ts'

let folder: string
let solana: Solana
let app: TestApp
let payments: Payments
const time = { shift: 0 }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-solana-payments-'))
  solana = await startSolana({ port: 0 })
  app = await openApp(
    {
      LATCHKEY_DEV: '1',
      ...chainVariables(folder, []),
      RPC_UPSTREAMS: JSON.stringify({ [solana.caipNetworkId]: [solana.url] }),
      PAYMENTS_POLL_MS: '50',
    },
    {
      now: () => Date.now() + time.shift,
      started(ctx) {
        payments = oneOf(ctx, makePayments)
      },
    },
  )
})
afterAll(async () => {
  await app.close()
  await solana.stop()
  rmSync(folder, { recursive: true })
})

const { ask, refusal } = createAsk(() => app)
const merchant = () => solana.accounts[8]?.address as Address
const make = async (asset: string, amount: string) => {
  const recipient = `${solana.caipNetworkId}:${merchant()}`
  const body = { accepts: [{ asset: `${solana.caipNetworkId}/${asset}`, amount, recipient }] }
  return (await ask(postPayment, { body })).payment
}
const hand = async (payment: string, hash: string) => {
  const body = { caipNetworkId: solana.caipNetworkId, hash }
  return (await ask(postPaymentTransaction, { params: { payment }, body })).payment
}
const stateOf = async (payment: string) => {
  time.shift += 100
  await payments.watch()
  return (await ask(getPayment, { params: { payment } })).payment.state
}

async function rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(solana.url, { method: 'POST', headers, body })
  return ((await response.json()) as { result: T }).result
}

/** Pays as Solana Pay does: the reference is one of the transfer's accounts. */
async function payBy(reference: string, lamports: bigint): Promise<string> {
  const signer = await signerOf(solana.accounts[1] ?? expect.unreachable())
  // The system program's transfer: its number, then the lamports.
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2)
  data.writeBigUInt64LE(lamports, 4)
  const account = formatBase58(new Uint8Array(Buffer.from(reference.slice(2), 'hex'))) as Address
  const named = {
    programAddress: '11111111111111111111111111111111' as Address,
    accounts: [
      { address: signer.address, role: AccountRole.WRITABLE_SIGNER },
      { address: merchant(), role: AccountRole.WRITABLE },
      { address: account, role: AccountRole.READONLY },
    ],
    data: new Uint8Array(data),
  }
  const { value } = await rpc<{ value: { blockhash: Blockhash; lastValidBlockHeight: number } }>(
    'getLatestBlockhash',
    [],
  )
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    each => setTransactionMessageFeePayerSigner(signer, each),
    each =>
      setTransactionMessageLifetimeUsingBlockhash(
        { ...value, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) },
        each,
      ),
    each => appendTransactionMessageInstructions([named], each),
  )
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
  return rpc('sendTransaction', [wire, { encoding: 'base64' }])
}

it('is paid in the network’s own currency and in tokens, by the signature', async () => {
  const [own, tokens] = [
    await make('slip44:501', '10'),
    await make(`token:${solana.tokens.usdc.address}`, '1000'),
  ]
  const [coins, usdc] = await solana.pay(merchant(), ['USDC'])
  await expect.poll(async () => (await hand(own.id, coins?.hash ?? '')).state).toMatch(/paid|settled/)
  await expect
    .poll(async () => (await hand(tokens.id, usdc?.hash ?? '')).transfers)
    .toMatchObject([{ amount: '1000' }])
  solana.advance(40)
  await expect.poll(() => stateOf(own.id)).toBe('settled')
  await expect.poll(() => stateOf(tokens.id)).toBe('settled')
  expect(await refusal(postRefund, { params: { payment: own.id }, body: {} })).toBe('REFUND_REFUSED')
})

it('finds a payment whose page is gone by the reference among the accounts', async () => {
  const payment = await make('slip44:501', '0.25')
  const other = await make('slip44:501', '0.25')
  const hash = await payBy(payment.reference, 250_000_000n)
  await expect.poll(() => stateOf(payment.id)).toMatch(/paid|settled/)
  expect((await hand(other.id, hash)).state).toBe('open')
})
