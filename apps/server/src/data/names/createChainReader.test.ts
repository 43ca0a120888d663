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
