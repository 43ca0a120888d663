import { swapRouters } from 'latchkey/evmcodec'
import { listedTokens, wrappedNatives } from 'latchkey/services'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { knownContracts } from './knownContracts.ts'

const one = `0x${'1a'.repeat(20)}` as const
const two = `0x${'2B'.repeat(20)}` as const

test('S1: the operator’s services name contracts of further networks', () => {
  const named = { 'eip155:1337': { wrapped: two, routers: [one], tokens: [two, one] } }
  expect(knownContracts('eip155:1337', named)).toEqual({
    wrapped: two.toLowerCase(),
    routers: new Map([[one, 'v2']]),
    tokens: new Set([one, two.toLowerCase()]),
  })
  expect(knownContracts('eip155:1338', named)).toEqual({ routers: new Map(), tokens: new Set() })
})

test('S1: they name no other wrapping contract and no other router for a network of this build', () => {
  const ours = knownContracts('eip155:1')
  const named = knownContracts('eip155:1', { 'eip155:1': { wrapped: two, routers: [one], tokens: [one] } })
  expect([named.wrapped, named.routers]).toEqual([ours.wrapped, ours.routers])
  expect([...named.tokens].filter(token => !ours.tokens.has(token))).toEqual([one])
})

test('S1: a name of the language is no network', () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    expect(knownContracts(`eip155:${name}`).tokens.size).toBe(0)
})

test('S1: every pinned address is spelled right, and each router is of one kind', () => {
  for (const address of Object.values(wrappedNatives)) expect(getAddress(address)).toBe(address)
  for (const tokens of Object.values(listedTokens))
    for (const [, , address] of tokens) expect(getAddress(address)).toBe(address)
  for (const kinds of Object.values(swapRouters)) {
    const all = Object.values(kinds).flat()
    expect(new Set(all).size).toBe(all.length)
    for (const address of all) expect(address).toMatch(/^0x[0-9a-f]{40}$/)
  }
})

test('S1: the listed wrapped currency of a network is the pinned one', () => {
  for (const [id, tokens] of Object.entries(listedTokens)) {
    const wrapped = wrappedNatives[Number(id)]
    const [listed] = tokens.filter(([, , address]) => address === wrapped)
    if (listed) expect(listed[0]).toMatch(/^w/i)
  }
})
