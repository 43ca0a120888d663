import { setImmediate } from 'node:timers/promises'
import { type Address, encodeErrorResult, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { createChainReader } from './createChainReader.ts'

const resolver: Address = '0x00000000000000000000000000000000000A11cE'
const lookup = encodeErrorResult({
  abi: parseAbi([
    'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  ]),
  args: [resolver, ['https://gateway.example'], '0x01', '0x12345678', '0x'],
})

/** A resolver that is not content with any answer, and wants the gateway to be asked once more. */
function open() {
  const asked = { node: 0, gateway: 0 }
  const reader = createChainReader({
    chain: 'eip155:1',
    universalResolver: undefined,
    proxy: {
      async call() {
        await setImmediate()
        asked.node++
        const error = { code: 3, message: 'execution reverted', data: lookup }
        return [asked.node < 200 ? { error } : { result: '0x' }]
      },
    },
    async ccipRequest() {
      asked.gateway++
      return { data: '0x01' }
    },
    timeout: 5_000,
  })
  const ask = () =>
    reader.ask<unknown>(client => client.call({ to: resolver, data: '0x87654321' }), 'nothing')
  return { asked, ask }
}

it('T101: ends a chain of gateways after a few lookups', async () => {
  const { asked, ask } = open()
  expect(await ask()).toBe('nothing')
  expect(asked.gateway).toBeLessThanOrEqual(16)
  expect(asked.node).toBeLessThanOrEqual(17)
})

it.each([
  ['node', async () => Promise.reject(new Error('out')), async () => ({ data: '0x01' as const })],
  [
    'gateway',
    async () => [{ error: { code: 3, message: 'execution reverted', data: lookup } }],
    async () => ({ failed: true, cause: 'out' }),
  ],
])('takes a %s that is out for an outage, never for an answer', async (_what, call, ccipRequest) => {
  const reader = createChainReader({
    chain: 'eip155:1',
    universalResolver: undefined,
    proxy: { call },
    ccipRequest,
    timeout: 5_000,
  })
  const asked = reader.ask<unknown>(client => client.call({ to: resolver, data: '0x87654321' }), 'nothing')
  await expect(asked).rejects.toMatchObject({ code: 'APKT009' })
})
