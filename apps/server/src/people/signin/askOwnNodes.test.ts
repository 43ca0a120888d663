import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatSignInMessage, verifySignIn } from 'latchkey/server'
import { suiDocuments } from 'latchkey/services'
import { expect, test } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import type { RpcOutcome } from '../../data/rpc/callUpstream.ts'
import { createRpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { askOwnNodes } from './askOwnNodes.ts'

const chain = 'sui:mainnet'
const document = {
  query: 'query verify { verifyZkLoginSignature { success } }',
  variables: { author: '0x2' },
}

function ask(outcome: RpcOutcome | undefined, quorum = 1) {
  const calls: unknown[] = []
  const nodes = askOwnNodes(
    {
      serves: () => true,
      count: () => 2,
      call: async (...call) => {
        calls.push(call)
        return outcome === undefined ? [] : [outcome]
      },
      callNode: async (...call) => {
        calls.push(call)
        return outcome ?? { error: { code: 1, message: 'none' } }
      },
    },
    chain,
    quorum,
  )
  const [url = ''] = nodes.rpc[chain] ?? []
  const post = async (body: object) =>
    (await nodes.fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()
  return { calls, post }
}

test('a GraphQL document is asked as the proxy asks it, and answered by its data', async () => {
  const result = { verifyZkLoginSignature: { success: true } }
  const call = { method: 'query', params: [document.query, document.variables] }
  const one = ask({ result })
  expect(await one.post(document)).toEqual({ data: result })
  expect(one.calls).toEqual([[chain, [call]]])
  const several = ask({ result }, 2)
  expect(await several.post(document)).toEqual({ data: result })
  expect(several.calls).toEqual([[chain, 0, call]])
})

test('what the node says against a document keeps its words', async () => {
  const error = { code: -32_000, message: 'Verification failed: expired' }
  expect(await ask({ error }).post(document)).toEqual({ errors: [error] })
  expect(await ask(undefined).post(document)).toEqual({
    errors: [{ code: -32_603, message: 'No node answered' }],
  })
})

test('a JSON-RPC call stays one', async () => {
  const { calls, post } = ask({ result: '0x01' })
  const call = { method: 'eth_call', params: [{}, 'latest'] }
  expect(await post({ jsonrpc: '2.0', id: 1, ...call })).toEqual({ jsonrpc: '2.0', id: 1, result: '0x01' })
  expect(calls).toEqual([[chain, [call]]])
})

test.each([
  ['yes', { data: { verifyZkLoginSignature: { success: true } } }, 'contract'],
  ['no', { data: null, errors: [{ message: 'Verification failed: expired' }] }, 'signature'],
  ['nothing that counts', { data: null, errors: [{ message: 'Internal error' }] }, 'unreachable'],
])('a sign-in by zkLogin is what a node behind the proxy says: %s', async (_what, answer, result) => {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', text => {
      body += text
    })
    request.on('end', () => {
      const question = JSON.parse(body)
      asked.push(question.variables)
      const digest = '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S'
      const isGenesis = question.query === suiDocuments.genesis
      response.end(JSON.stringify(isGenesis ? { data: { checkpoint: { digest } } } : answer))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy = createRpcProxy({
    upstreams: new Map([[chain, [`http://127.0.0.1:${port}`]]]),
    timeout: 2_000,
    answerLimit: 65_536,
    clock: () => performance.now(),
    log: createLog({ level: 'silent' }),
  })
  const nonce = 'n0nceN0nceN0nceN0nceN0nce'
  const address = `0x${'1'.repeat(64)}`
  const message = formatSignInMessage({
    domain: 'shop.example',
    accountAddress: address,
    uri: 'https://shop.example/login',
    version: '1',
    chainId: chain,
    nonce,
    issuedAt: '2026-11-28T12:00:00.000Z',
  })
  const now = Date.parse('2026-11-28T12:00:00.000Z')
  const verdict = await verifySignIn({
    message,
    signature: 'BQEC',
    expected: { origins: ['https://shop.example'], nonce, chains: [chain], now },
    ...askOwnNodes(proxy, chain),
  })
  expect(verdict.valid ? verdict.signedBy : verdict.refusal).toBe(result)
  expect(asked).toContainEqual({ author: address, bytes: btoa(message), signature: 'BQEC' })
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})
