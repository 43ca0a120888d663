import { expect, onTestFinished, test } from 'vitest'
import type { Frame, FrameHandlers } from '../frame.ts'
import { serveCalls } from './serveCalls.ts'

/** Opens a served port: the page's end, its requests and answers, and a gate that holds every answer back. */
function open() {
  const begun: number[] = []
  const gate = Promise.withResolvers<void>()
  const life = new AbortController()
  onTestFinished(() => life.abort())
  const { port1, port2 } = new MessageChannel()
  const answers: { readonly type: string; readonly id: string; readonly payload: unknown }[] = []
  port2.onmessage = ({ data }) => answers.push(data)
  const getChainId: FrameHandlers['GET_CHAIN_ID'] = async () => async () => {
    begun.push(begun.length)
    await gate.promise
    return { chainId: 'eip155:1' }
  }
  serveCalls(port1, { signal: life.signal } as Frame, { GET_CHAIN_ID: getChainId })
  const ask = (id: string = crypto.randomUUID()) =>
    port2.postMessage({ type: '@latchkey-app/GET_CHAIN_ID', id, payload: {} })
  return { ask, begun, answers, release: gate.resolve }
}

test('answers a hundred requests at once', async () => {
  const { ask, begun, answers, release } = open()
  for (let n = 0; n < 100; n++) ask()
  await expect.poll(() => begun.length).toBe(100)
  release()
  await expect.poll(() => answers.length).toBe(100)
  expect(answers.every(({ type }) => type === '@latchkey-frame/GET_CHAIN_ID_SUCCESS')).toBe(true)
})

test('refuses more than a thousand pending requests at once, and a repeated id (T04)', async () => {
  const { ask, answers, release } = open()
  const first = crypto.randomUUID()
  ask(first)
  for (let n = 1; n < 1_000; n++) ask()
  const late = crypto.randomUUID()
  ask(first)
  ask(late)
  await expect
    .poll(() => answers)
    .toEqual([
      {
        type: '@latchkey-frame/GET_CHAIN_ID_ERROR',
        id: late,
        payload: {
          code: 'UNKNOWN',
          context: {},
          rpc: { code: -32_002, message: 'Too many requests at once.' },
        },
      },
    ])
  release()
  await expect.poll(() => answers.length).toBe(1_001)
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1_001)
})
