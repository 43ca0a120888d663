import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dogwood } from '../chains/devNetworks.ts'
import { createPayer } from './createPayer.ts'
import { createSolanaPayer } from './createSolanaPayer.ts'
import { parseFaucetRequest } from './faucetRequest.ts'

const { caipNetworkId } = dogwood
const chains = [
  createPayer({ chainId: 31337, url: 'http://localhost:1' }),
  createPayer({ chainId: 31338, url: 'http://localhost:1' }),
  createSolanaPayer({ caipNetworkId, pay: async () => [] }),
]
const faucetTokens = ['USDC', 'DAI', 'WETH']
const solanaAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const good = { chainId: 31337, address }

test.each([
  [good, faucetTokens],
  [{ ...good, tokens: [] }, []],
  [{ ...good, tokens: ['DAI', 'DAI'] }, ['DAI']],
  [{ ...good, address: address.toLowerCase() }, faucetTokens],
  [{ chainId: caipNetworkId, address: solanaAddress }, ['USDC', 'JADE', 'TOLL', 'MOSS']],
  [{ chainId: caipNetworkId, address: solanaAddress, tokens: ['MOSS'] }, ['MOSS']],
])('%j is served', (body, tokens) => {
  expect(parseFaucetRequest(body, chains)).toEqual({ ...body, tokens })
})

test.each([
  [undefined, /JSON object/],
  [null, /JSON object/],
  [[good], /JSON object/],
  ['x', /JSON object/],
  [{}, /chainId/],
  [{ ...good, chainId: '31337' }, /chainId must be one of 31337, 31338, solana:/],
  [{ ...good, chainId: 1 }, /chainId/],
  [{ ...good, address: undefined }, /address/],
  [{ ...good, address: '0x0' }, /address/],
  [{ ...good, address: [address] }, /address/],
  [{ ...good, address: address.replace('C8', 'c8') }, /checksum/],
  [{ ...good, address: `0x${'0'.repeat(40)}` }, /address/],
  [{ ...good, tokens: 'USDC' }, /tokens/],
  [{ ...good, tokens: ['SHIB'] }, /tokens/],
  [{ ...good, tokens: [{ toString: 1 }] }, /tokens/],
  [{ ...good, tokens: ['DAI', 'DAI', 'DAI', 'DAI'] }, /tokens/],
  [{ ...good, amount: '1000000' }, /only/],
  [{ ...good, address: solanaAddress }, /EVM address/],
  [{ chainId: caipNetworkId, address }, /Solana address/],
  [{ chainId: caipNetworkId, address: solanaAddress.slice(2) }, /Solana address/],
  [{ chainId: caipNetworkId, address: '1'.repeat(32) }, /Solana address/],
  [{ chainId: caipNetworkId, address: solanaAddress, tokens: ['DAI'] }, /USDC, JADE, TOLL, MOSS/],
])('%j is refused', (body, reason) => {
  expect(parseFaucetRequest(body, chains)).toMatch(reason)
})

test('whatever the body is, only a well-formed request comes out', () => {
  const field = fc.oneof(
    fc.anything(),
    fc.constantFrom(31337, address, ['USDC'], caipNetworkId, solanaAddress),
  )
  const body = fc.record({ chainId: field, address: field, tokens: field }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.oneof(fc.anything(), body), value => {
      const request = parseFaucetRequest(value, chains)
      if (typeof request === 'string') return
      const chain = chains.find(each => each.chainId === request.chainId)
      expect(chain?.accepts(request.address)).toBe(true)
      for (const token of request.tokens) expect(chain?.tokens).toContain(token)
    }),
  )
})
