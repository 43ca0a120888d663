import * as v from 'valibot'
import { expect, it } from 'vitest'
import { isCaipNetworkId } from './caip.ts'
import { nativeTokenAddresses } from './nativeTokenAddresses.ts'
import { fungiblePriceSchema, postFungiblePrice } from './price.ts'

const dai = 'eip155:1:0x6B175474E89094C44Da98b954EedeAC495271d0F'

it.each([
  [{ addresses: [dai] }, true],
  [{ addresses: [dai], currency: 'USD', projectId: 'p' }, true],
  [{ addresses: Array.from({ length: 100 }, () => dai) }, true],
  [{ addresses: Array.from({ length: 101 }, () => dai) }, false],
  [{ addresses: [] }, false],
  [{ addresses: dai }, false],
  [{ addresses: ['0x6B175474E89094C44Da98b954EedeAC495271d0F'] }, false],
  [{ addresses: ['ton:1:x'] }, false],
  [{ addresses: [{}] }, false],
  [{ addresses: [dai], currency: 'us' }, false],
  [{ addresses: [dai], projectId: 'a b' }, false],
  [{ addresses: [dai], more: 1 }, false],
])('%j: %j', (body, taken) => expect(v.is(postFungiblePrice.body, body)).toBe(taken))

it('F27: an unknown price is null, and nothing else stands for it', () => {
  const token = { address: dai, symbol: 'DAI', name: 'Dai', iconUrl: null }
  expect(v.is(fungiblePriceSchema, { fungibles: [{ ...token, price: null }] })).toBe(true)
  for (const price of [undefined, '1', -1, Number.NaN])
    expect(v.is(fungiblePriceSchema, { fungibles: [{ ...token, price }] })).toBe(false)
})

it('native stand-ins are addresses of their namespaces', () => {
  for (const [namespace, address] of Object.entries(nativeTokenAddresses)) {
    expect(isCaipNetworkId(`${namespace}:1`, namespace)).toBe(true)
    expect(v.is(postFungiblePrice.body, { addresses: [`${namespace}:1:${address}`] })).toBe(true)
  }
})
