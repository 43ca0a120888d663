import fc from 'fast-check'
import { isAddress } from 'viem'
import { expect, test } from 'vitest'
import { faucetTokens, parseFaucetRequest } from './faucetRequest.ts'

const chainIds = [31337, 31338]
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const good = { chainId: 31337, address }

test.each([
  [good, faucetTokens],
  [{ ...good, tokens: [] }, []],
  [{ ...good, tokens: ['DAI', 'DAI'] }, ['DAI']],
  [{ ...good, address: address.toLowerCase() }, faucetTokens],
])('%j is served', (body, tokens) => {
  expect(parseFaucetRequest(body, chainIds)).toEqual({ chainId: 31337, address: body.address, tokens })
})

test.each([
  [undefined, /JSON object/],
  [null, /JSON object/],
  [[good], /JSON object/],
  ['x', /JSON object/],
  [{}, /chainId/],
  [{ ...good, chainId: '31337' }, /chainId must be one of 31337, 31338/],
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
])('%j is refused', (body, reason) => {
  expect(parseFaucetRequest(body, chainIds)).toMatch(reason)
})

test('whatever the body is, only a well-formed request comes out', () => {
  const field = fc.oneof(fc.anything(), fc.constantFrom(31337, address, ['USDC']))
  const body = fc.record({ chainId: field, address: field, tokens: field }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.oneof(fc.anything(), body), value => {
      const request = parseFaucetRequest(value, chainIds)
      if (typeof request === 'string') return
      expect(chainIds).toContain(request.chainId)
      expect(isAddress(request.address)).toBe(true)
      for (const token of request.tokens) expect(faucetTokens).toContain(token)
    }),
  )
})
