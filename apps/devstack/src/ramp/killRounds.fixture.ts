// Orders whose ramp is killed (SIGKILL) while it owes them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { erc20Abi, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect } from 'vitest'
import { devContracts } from '../contracts/contractPlan.ts'
import { createChainClient } from '../contracts/createChainClient.ts'
import { rampAccount } from './rampAccount.ts'
import { startRampWorld } from './rampWorld.fixture.ts'
import type { MeldTransaction } from './wire/rampWire.ts'

/** When the ramp is killed: at a request of its to the node, before that has it or before its answer comes; or after some milliseconds. */
export type KillPoint =
  | { readonly method: string; readonly when: 'before' | 'after' }
  | { readonly afterMs: number }

/** At each request between the payment and the receipt. */
export const killPoints: readonly KillPoint[] = [
  { method: 'eth_gasPrice', when: 'before' },
  { method: 'eth_gasPrice', when: 'after' },
  { method: 'eth_sendRawTransaction', when: 'before' },
  { method: 'eth_sendRawTransaction', when: 'after' },
  { method: 'eth_getTransactionReceipt', when: 'before' },
  { method: 'eth_getTransactionReceipt', when: 'after' },
  { afterMs: 0 },
]

/** Runs a round for each point, and then checks that every order was paid once, and nothing else was. */
export async function runKillRounds(points: readonly KillPoint[]): Promise<void> {
  const armed: { point?: KillPoint | undefined } = {}
  const proxies: { close(): void }[] = []
  const world = await startRampWorld({}, async chain => {
    const proxy = await startProxy(chain.url, (method, when) => {
      const { point } = armed
      if (point === undefined || 'afterMs' in point || point.method !== method || point.when !== when)
        return false
      armed.point = undefined
      process.kill(world.ramp.now.pid, 'SIGKILL')
      return true
    })
    proxies.push(proxy)
    return proxy.url
  })
  const client = createChainClient(world.chain)
  const settled: { address: `0x${string}`; transaction: MeldTransaction }[] = []
  try {
    for (const point of points) {
      const address = privateKeyToAddress(generatePrivateKey())
      const session = await world.open({ walletAddress: address })
      const visitor = await world.visit(session.widgetUrl)
      armed.point = point
      const paying = visitor.send('card', { card: '4242 4242 4242 4242' }).catch(() => 'cut off')
      if ('afterMs' in point) {
        await delay(point.afterMs)
        process.kill(world.ramp.now.pid, 'SIGKILL')
      }
      await world.restart()
      await paying
      // The visitor whose press was lost presses again.
      const found = await world.until(session.id, 'PENDING_CREATED', 'PENDING', 'SETTLING', 'SETTLED')
      if (found.status === 'PENDING_CREATED') await visitor.send('card', { card: '4242 4242 4242 4242' })
      settled.push({ address, transaction: await world.until(session.id, 'SETTLED') })
    }

    const base = { address: devContracts.usdc, abi: erc20Abi } as const
    for (const { address, transaction } of settled) {
      const due = parseUnits(String(transaction.destinationAmount), 6)
      expect(await client.readContract({ ...base, functionName: 'balanceOf', args: [address] })).toBe(due)
    }
    const sent = await client.getContractEvents({
      ...base,
      eventName: 'Transfer',
      args: { from: rampAccount.address },
      fromBlock: 0n,
    })
    const hashes = settled.map(({ transaction }) => transaction.cryptoDetails.blockchainTransactionId)
    expect(sent.map(({ transactionHash }) => transactionHash)).toEqual(hashes)
    expect(await client.getTransactionCount({ address: rampAccount.address })).toBe(points.length)
    // However often the webhook gets it, an end is one event.
    const ends = world.heard
      .filter(({ verdict, event }) => verdict === 'good' && event.eventType === 'TRANSACTION_CRYPTO_COMPLETE')
      .map(({ event }) => `${event.payload.paymentTransactionId} ${event.eventId}`)
    const told = new Set(ends)
    expect(new Set([...told].map(line => line.split(' ')[0])).size).toBe(told.size)
  } finally {
    armed.point = undefined
    await world.stop()
    for (const proxy of proxies) proxy.close()
  }
}

/** Stands between the ramp and its node; a request is dropped when `cuts` says so. */
async function startProxy(
  target: string,
  cuts: (method: string, when: 'before' | 'after') => boolean,
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    try {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = Buffer.concat(parts).toString()
      const { method } = JSON.parse(body) as { method: string }
      if (cuts(method, 'before')) return void response.destroy()
      const answer = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const text = await answer.text()
      if (cuts(method, 'after')) return void response.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    } catch {
      response.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
