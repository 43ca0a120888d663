// A chain, a ramp in its own process and a webhook that believes no one, for tests.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { type Chain, startChain } from '../chains/startChain.ts'
import { deployContracts } from '../contracts/deployContracts.ts'
import { probePort } from '../ports/probePort.ts'
import type { RampWaits } from './rampConfig.ts'
import { type Ramp, rampApiKey, startRamp } from './startRamp.ts'
import { visitRamp } from './visitRamp.ts'
import type { MeldEvent, MeldSessionAnswer, MeldSessionRequest, MeldTransaction } from './wire/rampWire.ts'

/** What the webhook got. */
export interface Heard {
  readonly verdict: 'good' | 'forged' | 'old'
  /** The answer. */
  readonly status: number
  readonly event: MeldEvent
}

const secret = 'a secret of the tests'

/** Starts a chain with the contracts, a webhook, and a ramp with short waits, which reaches the chain at the address that `reach` returns. */
export async function startRampWorld(
  waits: Partial<RampWaits> = {},
  reach: (chain: Chain) => string | Promise<string> = ({ url }) => url,
) {
  const chain: Chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-ramp-'))
  const heard: Heard[] = []
  /** Answers of the webhook before it says 200, by session. */
  const answers = new Map<string, number[]>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const timestamp = String(request.headers['meld-signature-timestamp'])
    const given = Buffer.from(String(request.headers['meld-signature']))
    const digest = createHmac('sha256', secret).update(`${timestamp}.${webhookUrl}.${body}`).digest()
    const expected = Buffer.from(digest.toString('base64').replaceAll('+', '-').replaceAll('/', '_'))
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
    const isOld = Math.abs(Date.now() - Date.parse(timestamp)) > 300_000
    const verdict = !isOurs ? 'forged' : isOld ? 'old' : 'good'
    const event = JSON.parse(body) as MeldEvent
    const answer = verdict === 'good' ? answers.get(event.payload.sessionId)?.shift() : 401
    const status = answer ?? 200
    heard.push({ verdict, status, event })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const webhookUrl = `http://localhost:${(server.address() as AddressInfo).port}/v1/onramp/webhooks/meld`

  const port = await probePort(0, '127.0.0.1')
  const reached = await reach(chain)
  const start = () =>
    startRamp({
      port,
      host: '127.0.0.1',
      dataFolder: folder,
      chains: [{ chainId: 31337, name: 'Alder', url: reached }],
      webhookUrl,
      webhookSecret: secret,
      waits: {
        slowQuote: 20,
        lostQuote: 2_000,
        payout: 0,
        withdrawal: 0,
        congestion: 1_500,
        retry: 20,
        ...waits,
      },
    })
  const ramp: { now: Ramp } = { now: await start() }

  async function call(path: string, body?: unknown, key = rampApiKey): Promise<Response> {
    return fetch(`${ramp.now.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `BASIC ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  async function transactionOf(session: string): Promise<MeldTransaction | undefined> {
    const answer = await call(`/payments/transactions/sessions/${session}`)
    return answer.ok ? ((await answer.json()) as { transaction: MeldTransaction }).transaction : undefined
  }

  return {
    chain,
    ramp,
    heard,
    answers,
    folder,
    call,
    transactionOf,
    async open(
      data: Partial<MeldSessionRequest['sessionData']> = {},
      more: Partial<MeldSessionRequest> = {},
    ): Promise<MeldSessionAnswer> {
      const answer = await call('/crypto/session/widget', {
        sessionType: 'BUY',
        sessionData: {
          serviceProvider: 'BROOK',
          walletAddress: '0x00000000000000000000000000000000000b0b01',
          countryCode: 'US',
          sourceAmount: '100',
          sourceCurrencyCode: 'USD',
          destinationCurrencyCode: 'USDC_ALDER',
          ...data,
        },
        ...more,
      })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      return (await answer.json()) as MeldSessionAnswer
    },
    visit: visitRamp,
    /** Waits until a transaction has one of these statuses. */
    async until(
      session: string,
      ...statuses: readonly MeldTransaction['status'][]
    ): Promise<MeldTransaction> {
      return vi.waitUntil(
        async () => {
          const found = await transactionOf(session).catch(() => undefined)
          return found && statuses.includes(found.status) ? found : false
        },
        { timeout: 60_000, interval: 20 },
      )
    },
    /** Starts the ramp again, after it has ended. */
    async restart(): Promise<void> {
      await ramp.now.exited
      ramp.now = await start()
    },
    async stop(): Promise<void> {
      await ramp.now.close()
      server.close()
      server.closeAllConnections()
      await chain.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
