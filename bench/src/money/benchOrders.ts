import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtBare } from '../services/builtServer.ts'
import { freePort } from '../services/freePort.ts'
import type { LoadResult } from '../services/loadPlan.ts'
import { startProcess } from '../services/startProcess.ts'
import { pageHeaders, startServices } from '../services/startServices.ts'
import { drive } from './drive.ts'

/** Orders at an on-ramp, and its webhooks, beside a bare handler. */
export interface OrderNumbers {
  /** Before and after. */
  readonly bare: readonly LoadResult[]
  readonly orders: LoadResult
  readonly webhooks: LoadResult
}

const connections = 16
const network = 'eip155:1'
const secret = 'a secret of the bench'
const headers = { ...pageHeaders, 'content-type': 'application/json' }

/**
 * Measures POST /v1/generators/onrampurl, each order with a key of its own, on disk and opened at a vendor of this machine before its answer; then signed
 * webhooks about them, each on disk before its answer, while the vendor is asked about what they say.
 */
export async function benchOrders(options: {
  readonly seconds: number
  readonly log: (line: string) => void
}): Promise<OrderNumbers> {
  const { seconds, log } = options
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  try {
    const yardstick = await startProcess({
      file: builtBare(),
      ready: lines => lines.find(line => typeof line.bare === 'number'),
    })
    closing.unshift(() => yardstick.close())
    const vendor = await startProcess({
      file: join(import.meta.dirname, 'serveVendor.ts'),
      ready: lines => lines.find(line => typeof line.vendor === 'number'),
    })
    closing.unshift(() => vendor.close())
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const server = await startServices({
      DATA_FOLDER: join(folder, 'main'),
      INDEX_CHAINS: 'none',
      ONRAMP_COUNTRY: 'DE',
      ONRAMP_MELD_KEY: 'key',
      ONRAMP_MELD_URL: `http://127.0.0.1:${vendor.said.vendor}`,
      ONRAMP_MELD_WEBHOOK_SECRET: secret,
      PORT: String(port),
      PUBLIC_URLS: base,
      RPC_UPSTREAMS: JSON.stringify({ [network]: [`http://127.0.0.1:${yardstick.said.node}`] }),
    })
    closing.unshift(() => server.close())
    const asked = { purchaseCurrency: 'ETH', paymentCurrency: 'EUR', amount: '100', network }
    const quoted = await fetch(`${base}/v1/onramp/quote?projectId=latchkey-dev`, {
      method: 'POST',
      headers,
      body: JSON.stringify(asked),
    })
    const { quotes = [] } = (await quoted.json()) as { quotes?: { quoteId: string }[] }
    if (quotes[0] === undefined) throw new Error('No quote to order by')
    const { quoteId } = quotes[0]
    const bare = () =>
      drive({ connections, seconds, next: () => ({ url: `http://127.0.0.1:${yardstick.said.bare}/` }) })
    log('Bare handler')
    const before = await bare()
    log('Orders')
    const made: string[] = []
    const orders = await drive({
      connections,
      seconds,
      next: nth => ({
        url: `${base}/v1/generators/onrampurl?projectId=latchkey-dev`,
        method: 'POST',
        headers,
        body: JSON.stringify({
          // A visitor in ten comes again.
          destinationWallets: [`${network}:0x${(nth - (nth % 10)).toString(16).padStart(40, 'a')}`],
          defaultNetwork: network,
          quoteId,
          idempotencyKey: randomUUID(),
        }),
      }),
      onAnswer: text => made.push((JSON.parse(text) as { order: { id: string } }).order.id),
    })
    if (made.length === 0) throw new Error('No order was made')
    log('Webhooks')
    const hook = `${base}/v1/onramp/webhooks/meld`
    const webhooks = await drive({
      connections,
      seconds,
      next(nth) {
        const payload = { externalSessionId: made[nth % made.length] }
        const body = JSON.stringify({
          eventId: randomUUID(),
          eventType: 'TRANSACTION_CRYPTO_PENDING',
          payload,
        })
        const at = new Date().toISOString()
        const signature = createHmac('sha256', secret).update(`${at}.${hook}.${body}`).digest('base64url')
        return {
          url: hook,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'meld-signature-timestamp': at,
            'meld-signature': signature,
          },
          body,
        }
      },
    })
    log('Bare handler')
    return { bare: [before, await bare()], orders, webhooks }
  } finally {
    for (const close of closing) await close()
  }
}
