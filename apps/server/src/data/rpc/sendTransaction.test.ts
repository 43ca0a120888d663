import { parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { type Chain, startChain } from '../../../../devstack/src/chains/startChain.ts'
import { type ChainClient, createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { createLog } from '../../core/log/createLog.ts'
import { createRpcProxy } from './createRpcProxy.ts'
import { type NodeScript, sendJson, startNode } from './fakeNode.fixture.ts'

const id = 'eip155:31337' as const
const receiver = '0x000000000000000000000000000000000000bEEF'
let chain: Chain
let client: ChainClient
beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  client = createChainClient(chain)
})
afterAll(() => chain.stop())
afterEach(() => void vi.useRealTimers())

/** Stands before the real chain; of what it passes on, it keeps the answers to transactions to itself. */
function swallowing(lose: NodeScript): NodeScript {
  return async (request, response) => {
    const { calls, batch } = request
    const body = JSON.stringify(batch ? calls : calls[0])
    const headers = { 'content-type': 'application/json' }
    const answer = await (await fetch(chain.url, { method: 'POST', headers, body })).json()
    if (calls[0]?.method === 'eth_sendRawTransaction') lose(request, response)
    else sendJson(response, answer)
  }
}

it.each<[string, NodeScript]>([
  ['hangs', () => void vi.advanceTimersByTime(900)],
  ['breaks off', (_request, response) => void response.socket?.destroy()],
  ['answers HTTP 502', (_request, response) => response.writeHead(502).end('<html>')],
])(
  'F15 F19: a node takes the transaction and then %s: it is on the chain once, and that is success',
  async (_name, lose) => {
    const front = await startNode(swallowing(lose))
    const proxy = createRpcProxy({
      upstreams: new Map([[id, [front.url, chain.url]]]),
      timeout: 1_500,
      answerLimit: 1_000_000,
      clock: () => performance.now(),
      log: createLog({ level: 'silent' }),
    })
    const account = privateKeyToAccount(devAccounts[3]?.privateKey ?? '0x')
    const nonce = await client.getTransactionCount({ address: account.address })
    const before = await client.getBalance({ address: receiver })
    const raw = await account.signTransaction({
      chainId: 31337,
      type: 'eip1559',
      nonce,
      to: receiver,
      value: parseEther('1'),
      gas: 21_000n,
      maxFeePerGas: 5_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    // Time passes with the node that hangs alone, however slow the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const [outcome] = await proxy.call(id, [{ method: 'eth_sendRawTransaction', params: [raw] }])
    vi.useRealTimers()
    const hash = outcome !== undefined && 'result' in outcome ? outcome.result : undefined
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    const receipt = await client.waitForTransactionReceipt({
      checkReplacement: false,
      hash: hash as `0x${string}`,
    })
    expect(receipt.status).toBe('success')
    expect(await client.getTransactionCount({ address: account.address })).toBe(nonce + 1)
    expect((await client.getBalance({ address: receiver })) - before).toBe(parseEther('1'))
    await front.close()
  },
)
