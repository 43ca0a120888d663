import { expect, test } from 'vitest'
import type { RpcOutcome } from '../../data/rpc/callUpstream.ts'
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
