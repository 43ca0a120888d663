// Orders that are paid while the ramp and the services, each in its process, are killed (SIGKILL).
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { getOnRampOrder, postOnRampQuote, postOnRampUrl, type RouteDefinition } from 'latchkey/services'
import * as v from 'valibot'
import { type Address, erc20Abi, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, vi } from 'vitest'
import { startChain } from '../../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../../devstack/src/contracts/contractPlan.ts'
import { createChainClient } from '../../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../../devstack/src/contracts/deployContracts.ts'
import { probePort } from '../../../../../devstack/src/ports/probePort.ts'
import { rampAccount } from '../../../../../devstack/src/ramp/rampAccount.ts'
import { rampApiKey, startRamp } from '../../../../../devstack/src/ramp/startRamp.ts'
import { type RampVisitor, visitRamp } from '../../../../../devstack/src/ramp/visitRamp.ts'
import { chainVariables } from '../../../../../devstack/src/stack/chainVariables.ts'
import { startServerProcess } from '../../../core/scale/serverProcess.fixture.ts'
import { createRandom } from '../../../core/scale/severalProcesses.fixture.ts'

const network = 'eip155:31337'
const page = 'http://localhost:5173'
const secret = 'a secret of the tests'
const card = '4242 4242 4242 4242'
/** Orders that are paid in a round, and the milliseconds in which both processes are killed. */
const ordersOfRound = 3
const killWithin = 500
/** Longest wait for what a process begins by itself. */
const patience = { timeout: 60_000, interval: 50 }

interface PaidOrder {
  readonly id: string
  readonly recipient: Address
  /** The ramp's session. */
  readonly session: string
  readonly visitor: RampVisitor
}

/** What the rounds saw. */
export interface KilledOrders {
  readonly orders: number
  /** How many orders each state of the ramp's disk had when both were dead. */
  readonly seen: Readonly<Record<string, number>>
}

/**
 * Pays orders by test card, kills both processes at moments of the seed, starts them again, and then compares orders, credits of the chain and
 * what both stores say: each order ends once, and each credit is one order's (T73).
 */
export async function killRampAndServices(options: {
  readonly rounds: number
  readonly seed: number
}): Promise<KilledOrders> {
  const random = createRandom(options.seed)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-killed-orders-'))
  const [data, host] = [join(folder, 'services'), '127.0.0.1']
  const chain = await startChain({ chainId: 31337, port: 0 })
  const ports = { ramp: await probePort(0, host), services: await probePort(0, host) }
  const base = `http://localhost:${ports.services}`
  const openRamp = () =>
    startRamp({
      port: ports.ramp,
      host,
      dataFolder: join(folder, 'ramp'),
      chains: [{ chainId: 31337, name: 'Alder', url: chain.url }],
      webhookUrl: `${base}/v1/onramp/webhooks/meld`,
      webhookSecret: secret,
      waits: { slowQuote: 20, lostQuote: 60_000, payout: 100, withdrawal: 0, congestion: 1_000, retry: 20 },
    })
  const openServices = () =>
    startServerProcess({
      ...chainVariables(folder, [31337]),
      PORT: String(ports.services),
      DATA_FOLDER: data,
      LATCHKEY_DEV: '1',
      RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
      X402_NETWORKS: '',
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
      ONRAMP_MELD_URL: `http://localhost:${ports.ramp}`,
      ONRAMP_MELD_KEY: rampApiKey,
      ONRAMP_MELD_WEBHOOK_SECRET: secret,
      ONRAMP_COUNTRY: 'US',
      PUBLIC_URLS: base,
    })
  const endings: (() => unknown)[] = [
    () => rmSync(folder, { recursive: true, force: true }),
    () => chain.stop(),
  ]

  async function ask<R extends RouteDefinition>(
    route: R,
    { body, order = '' }: { body?: object; order?: string } = {},
  ): Promise<v.InferOutput<R['response']>> {
    const response = await fetch(`${base}${route.path.replace('{order}', order)}?projectId=latchkey-dev`, {
      method: route.method,
      headers: { origin: page, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect([response.status, text]).toEqual([route.status ?? 200, text])
    return v.parse(route.response, JSON.parse(text))
  }

  async function buy(): Promise<PaidOrder> {
    const asked = { purchaseCurrency: 'USDC', paymentCurrency: 'USD', method: 'card', network }
    const { quotes } = await ask(postOnRampQuote, { body: { ...asked, amount: String(20 + random(180)) } })
    const recipient = privateKeyToAddress(generatePrivateKey())
    const opened = await ask(postOnRampUrl, {
      body: {
        destinationWallets: [`${network}:${recipient}`],
        defaultNetwork: network,
        quoteId: quotes.find(({ providerName }) => providerName === 'Brook Pay')?.quoteId,
        redirectUrl: `${page}/back`,
        idempotencyKey: randomUUID(),
      },
    })
    const session = new URL(opened.url).searchParams.get('session') ?? ''
    return { id: opened.order.id, recipient, session, visitor: await visitRamp(opened.url) }
  }

  /** What the ramp says of an order. */
  async function toldOf({ session }: PaidOrder) {
    const answer = await fetch(`http://localhost:${ports.ramp}/payments/transactions/sessions/${session}`, {
      headers: { authorization: `BASIC ${rampApiKey}` },
    })
    const { transaction } = (await answer.json()) as {
      transaction: {
        status: string
        destinationAmount: number
        cryptoDetails: { blockchainTransactionId: string }
      }
    }
    return transaction
  }

  /** The states of a dead ramp's orders, from a copy: the ramp is to find its files as the kill left them. */
  function statesAtKill(sessions: readonly string[]): readonly string[] {
    const copy = join(folder, 'copy')
    cpSync(join(folder, 'ramp'), copy, { recursive: true })
    const store = new DatabaseSync(join(copy, 'ramp.sqlite'))
    try {
      const find = store.prepare('SELECT state FROM orders WHERE id = ?')
      return sessions.map(session => String(find.get(session)?.state))
    } finally {
      store.close()
      rmSync(copy, { recursive: true })
    }
  }

  try {
    await deployContracts(chain)
    let [ramp, services] = await Promise.all([openRamp(), openServices()])
    endings.push(
      () => ramp.close(),
      () => services.kill('SIGKILL'),
    )
    const paid: PaidOrder[] = []
    const seen: Record<string, number> = {}
    for (let round = 0; round < options.rounds; round++) {
      const orders = await Promise.all(Array.from({ length: ordersOfRound }, buy))
      const payments = orders.map(async ({ visitor }, place) => {
        await delay(place * 40)
        await visitor.send('card', { card })
      })
      const ends = [
        delay(random(killWithin)).then(() => {
          process.kill(ramp.pid, 'SIGKILL')
          return ramp.exited
        }),
        delay(random(killWithin)).then(() => services.kill('SIGKILL')),
      ]
      // A press that meets no ramp is lost.
      await Promise.allSettled(payments)
      await Promise.all(ends)
      for (const state of statesAtKill(orders.map(({ session }) => session)))
        seen[state] = (seen[state] ?? 0) + 1
      ;[ramp, services] = await Promise.all([openRamp(), openServices()])
      for (const order of orders) {
        const { status } = await toldOf(order)
        // The visitor whose press was lost presses again.
        if (status === 'PENDING_CREATED') await order.visitor.send('card', { card })
      }
      paid.push(...orders)
    }

    const client = createChainClient(chain)
    const usdc = { address: devContracts.usdc, abi: erc20Abi } as const
    const credited: string[] = []
    for (const order of paid) {
      const { order: known } = await vi.waitUntil(async () => {
        const told = await ask(getOnRampOrder, { order: order.id })
        return told.order.state === 'confirmed' && told
      }, patience)
      const told = await toldOf(order)
      expect(told.status).toBe('SETTLED')
      expect(known).toMatchObject({ recipient: order.recipient, reason: null })
      expect(known.hash).toBe(told.cryptoDetails.blockchainTransactionId)
      const due = parseUnits(String(told.destinationAmount), 6)
      expect(parseUnits(known.amount ?? '', 6)).toBe(due)
      expect(await client.readContract({ ...usdc, functionName: 'balanceOf', args: [order.recipient] })).toBe(
        due,
      )
      credited.push(`${known.hash} ${order.recipient} ${due}`)
    }
    const from = rampAccount.address
    const sent = await client.getContractEvents({
      ...usdc,
      eventName: 'Transfer',
      args: { from },
      fromBlock: 0n,
    })
    const transfers = sent.map(
      ({ transactionHash, args }) => `${transactionHash} ${args.to} ${String(args.value)}`,
    )
    expect(transfers.toSorted()).toEqual(credited.toSorted())
    expect(new Set(transfers).size).toBe(paid.length)
    expect(await client.getTransactionCount({ address: from })).toBe(paid.length)

    await services.kill('SIGKILL')
    const store = new DatabaseSync(join(data, 'latchkey.db'))
    try {
      const rows = store.prepare('SELECT hash, order_id AS id FROM order_credits').all()
      const [hashes, ids] = [rows.map(({ hash }) => hash), rows.map(({ id }) => id)]
      expect(ids.toSorted()).toEqual(paid.map(({ id }) => id).toSorted())
      expect(new Set(hashes).size).toBe(paid.length)
      expect(store.prepare('SELECT count(*) AS count FROM money_orders').get()).toEqual({
        count: paid.length,
      })
    } finally {
      store.close()
    }
    return { orders: paid.length, seen }
  } finally {
    for (const end of endings.reverse()) await end()
  }
}
