import { expect, test } from 'vitest'
import { broadcast } from './broadcast.ts'
import { NoAnswer, NodeFault } from './nodes.ts'

const raw = '0x02c0'
const hash = `0x${'ab'.repeat(32)}` as const

/** What a node answers to being handed it, try by try, and to being asked for it; the last ones stay. */
function nodesThat(sends: readonly unknown[], looks: readonly unknown[] = [null]) {
  const asked: string[] = []
  const answer = (list: readonly unknown[], at: number) => {
    const given = list[Math.min(at, list.length - 1)]
    if (given instanceof Error) throw given
    return given
  }
  const nodes = async (method: string) => {
    asked.push(method)
    const at = asked.filter(each => each === method).length - 1
    return answer(method === 'eth_sendRawTransaction' ? sends : looks, at)
  }
  const sent = () => asked.filter(each => each === 'eth_sendRawTransaction').length
  return { nodes, sent, run: () => broadcast(nodes, { raw, hash }, { wait: async () => {} }) }
}

const fault = (code: number, message: string) => new NodeFault({ code, message })
const silence = new NoAnswer('eth_sendRawTransaction')
const there = { hash }
const unknown = {
  code: 'SEND_UNKNOWN',
  context: { rpc: { code: -32_002, data: { hash } } },
}

test.each<readonly [string, readonly unknown[], readonly unknown[]]>([
  ['taken', [hash], [null]],
  ['known already', [fault(-32_000, 'already known')], [null]],
  ['in doubt, and there', [fault(-32_603, 'Internal error')], [there]],
  ['not answered, and there later', [silence, silence], [null, there]],
  ['in doubt first, then known', [fault(-32_603, 'Internal error'), fault(-32_000, 'already known')], [null]],
])('%s: sent', async (_name, sends, looks) => {
  expect(await nodesThat(sends, looks).run()).toBe('sent')
})

test.each<readonly [string, readonly unknown[], readonly unknown[]]>([
  ['an error of the node’s own', [fault(-32_603, 'Internal error')], [null]],
  ['a limit', [fault(-32_005, 'limit exceeded')], [null]],
  ['a number that says nothing', [fault(-1, 'no')], [null]],
  ['a time-out in words', [fault(-32_000, 'request timed out')], [null]],
  ['no answer', [silence], [null]],
  ['no answer to anything', [silence], [silence]],
  ['a refusal after no answer', [silence, fault(-32_000, 'insufficient funds for gas')], [null]],
  ['a place that is taken after no answer', [silence, fault(-32_000, 'nonce too low')], [null]],
  ['a place that is taken, and nobody says by what', [fault(-32_000, 'nonce too low')], [silence]],
])('%s: unknown, with the hash to look for (T73, F15, F19)', async (_name, sends, looks) => {
  const { run, sent } = nodesThat(sends, looks)
  await expect(run()).rejects.toMatchObject(unknown)
  expect(sent()).toBe(3)
})

test.each([
  [-32_000, 'insufficient funds for gas * price + value'],
  [-32_003, 'anything'],
  [-32_602, 'invalid argument 0'],
])('%d %s: surely not accepted, and not tried again', async (code, message) => {
  const { run, sent } = nodesThat([fault(code, message)])
  await expect(run()).rejects.toMatchObject({ code: 'SEND_FAILED', context: { rpc: { message } } })
  expect(sent()).toBe(1)
})

test('outdated when another transaction has the nonce', async () => {
  expect(await nodesThat([fault(-32_000, 'nonce too low: next nonce 5')]).run()).toBe('outdated')
})
