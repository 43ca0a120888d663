import { expect, test } from 'vitest'
import { receiveUri } from './receiveUri.ts'

const address = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

test('a code to be paid by is a transfer request of Solana Pay, without an amount', () => {
  expect(receiveUri({ address })).toBe(`solana:${address}`)
  const token = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  expect(receiveUri({ address, token })).toBe(`solana:${address}?spl-token=${token}`)
})

test('every wallet reads its address and token back', () => {
  const url = new URL(receiveUri({ address, token: 'So11111111111111111111111111111111111111112' }))
  expect([url.protocol, url.pathname, url.searchParams.get('spl-token')]).toEqual([
    'solana:',
    address,
    'So11111111111111111111111111111111111111112',
  ])
})
