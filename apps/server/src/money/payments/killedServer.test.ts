import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyWebhook } from 'latchkey/server'
import { getPayment, postPayment, type WireOwnPayment } from 'latchkey/services'
import { type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chain, startChain } from '../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../devstack/src/contracts/deployContracts.ts'
import { chainVariables } from '../../../../devstack/src/stack/chainVariables.ts'
import { type ServerProcess, startServerProcess } from '../../core/scale/serverProcess.fixture.ts'
import { merchant, network, order, payer, secret, transferCall } from './payments.fixture.ts'
import { developmentWebhookSecret } from './seedDevelopmentWebhook.ts'

/** A host's backend: each message once, by its id. */
const heard = new Map<string, string>()
const host = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', chunk => {
    body += chunk
  })
  request.on('end', () => {
    const verdict = verifyWebhook({ headers: request.headers, body, secret: developmentWebhookSecret })
    if (verdict.valid) heard.set(verdict.id, `${verdict.event.data.payment.id} ${verdict.event.type}`)
    response.writeHead(verdict.valid ? 204 : 400).end()
  })
})
let folder: string
let chain: Chain
let client: ChainClient
let server: ServerProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-killed-payments-'))
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = createChainClient(chain)
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
  server = await start()
}, 60_000)
afterAll(async () => {
  await server.kill('SIGKILL')
  await chain.stop()
  host.closeAllConnections()
  host.close()
  rmSync(folder, { recursive: true })
})

const start = () =>
  startServerProcess({
    ...chainVariables(folder, [31337]),
    DATA_FOLDER: folder,
    LATCHKEY_DEV: '1',
    RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
    PAYMENTS_POLL_MS: '50',
    PAYMENTS_DEV_WEBHOOK: `http://localhost:${(host.address() as AddressInfo).port}/hook`,
  })
const url = (path: string) => `${server.url}${path}?projectId=latchkey-dev`
async function make(): Promise<WireOwnPayment> {
  const response = await fetch(url(postPayment.path), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(order()),
  })
  return ((await response.json()) as { payment: WireOwnPayment }).payment
}
const stateOf = async (id: string) => {
  const response = await fetch(url(getPayment.path.replace('{payment}', id)))
  return ((await response.json()) as { payment: WireOwnPayment }).payment.state
}
const pay = async (reference: string) => {
  const data = transferCall(merchant, parseUnits('19.99', 6), reference)
  const hash = await client.sendTransaction({ account: payer, to: devContracts.usdc, data })
  await client.waitForTransactionReceipt({ checkReplacement: false, hash })
}
const mine = () => client.request({ method: 'anvil_mine' as never, params: ['0x1' as Hex] as never })

it('finds what was paid while the server was killed, and tells each change', async () => {
  const payments = [await make(), await make(), await make()]
  const [first, second, third] = payments.map(({ reference }) => reference)
  await pay(first ?? '')
  await expect.poll(() => stateOf(payments[0]?.id ?? ''), { timeout: 10_000 }).toBe('paid')
  await server.kill('SIGKILL')
  await pay(second ?? '')
  server = await start()
  await pay(third ?? '')
  await server.kill('SIGKILL')
  await mine()
  server = await start()
  for (const { id } of payments) await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('settled')
  // What the killed process had begun to send is sent again once its claim has ended.
  for (const { id } of payments)
    await expect
      .poll(() => [...heard.values()].filter(each => each === `${id} payment.settled`).length, {
        timeout: 45_000,
      })
      .toBe(1)
}, 120_000)
