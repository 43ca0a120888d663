import { expect, test } from 'vitest'
import { NoAnswer, NodeFault } from '../nodes.ts'
import { checkCluster, sendSolana } from './sendSolana.ts'

const id = '2'.repeat(64)
const signed = { wire: 'AQ==', signature: id, id }
const silence = new NoAnswer('sendTransaction')
const fault = (code: number, message = 'no') => new NodeFault({ code, message })
const there = { value: [{ err: null }] }
const absent = { value: [null] }

/** Nodes that answer to being handed it try by try, and to being asked for it. */
function nodesThat(sends: readonly unknown[], look: unknown = absent) {
  let sent = 0
  const nodes = async (method: string) => {
    const given = method === 'sendTransaction' ? sends[Math.min(sent++, sends.length - 1)] : look
    if (given instanceof Error) throw given
    return given
  }
  const options = { clock: { wait: async () => {} }, wishes: {} }
  return { run: () => sendSolana(nodes, signed, options), sent: () => sent }
}

test.each<readonly [string, readonly unknown[], unknown]>([
  ['taken', [id], absent],
  ['processed before', [silence, fault(-32_002, 'This transaction has already been processed')], absent],
  ['in doubt, and there', [fault(-32_603)], there],
])('%s: sent', async (_name, sends, look) => {
  await expect(nodesThat(sends, look).run()).resolves.toBeUndefined()
})

test.each<readonly [string, readonly unknown[], unknown]>([
  ['no answer', [silence], absent],
  ['an error of the node’s own', [fault(-32_603)], absent],
  ['a node that is behind', [fault(-32_005)], absent],
  ['a refusal after no answer', [silence, fault(-32_002)], absent],
  ['no answer to anything', [silence], silence],
])('%s: unknown, with the signature to look for (T73, F15)', async (_name, sends, look) => {
  const { run, sent } = nodesThat(sends, look)
  await expect(run()).rejects.toMatchObject({
    code: 'SEND_UNKNOWN',
    context: { rpc: { data: { signature: id } } },
  })
  expect(sent()).toBe(3)
})

test('a refusal before sending is final', async () => {
  const { run, sent } = nodesThat([fault(-32_002, 'Transaction simulation failed')])
  await expect(run()).rejects.toMatchObject({
    code: 'SEND_FAILED',
    context: { rpc: { code: -32_003, message: 'Transaction simulation failed' } },
  })
  expect(sent()).toBe(1)
})

test('sends nothing to nodes of another network, or of none (T61, F16)', async () => {
  const chainId = `solana:${'A'.repeat(32)}`
  await expect(checkCluster(async () => `${'A'.repeat(43)}`, chainId)).resolves.toBeUndefined()
  await expect(checkCluster(async () => `${'B'.repeat(43)}`, chainId)).rejects.toMatchObject({
    context: { rpc: { code: 4901 } },
  })
  await expect(checkCluster(async () => Promise.reject(silence), chainId)).rejects.toMatchObject({
    context: { rpc: { code: -32_002 } },
  })
})
