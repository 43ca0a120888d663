import { expect, it, vi } from 'vitest'
import type { ChainAdapter } from '../../contract/adapter.ts'
import type { LiveProvider } from '../context.ts'
import { createLiveProviders } from './live.ts'

const adapter: ChainAdapter = {
  namespace: 'eip155',
  isAddress: (value): value is string => typeof value === 'string',
  formatAddress: address => address,
  connect: async () => undefined,
  watch: () => () => undefined,
  abilities: () => ({}),
}
const live = () => ({ provider: {}, adapter, abilities: {}, unwatch: vi.fn() }) satisfies LiveProvider

it('holds one provider for each connection and namespace', () => {
  const providers = createLiveProviders()
  const [one, two] = [live(), live()]
  providers.set('a', 'eip155', one)
  providers.set('a', 'solana', two)
  expect(providers.get('a', 'eip155')).toBe(one)
  expect(providers.get('a', 'solana')).toBe(two)
  expect(providers.get('b', 'eip155')).toBeUndefined()
})

it('stops watching a provider that is dropped, replaced or cleared, once each', () => {
  const providers = createLiveProviders()
  const [one, two, three] = [live(), live(), live()]
  providers.set('a', 'eip155', one)
  providers.set('a', 'eip155', two)
  expect(one.unwatch).toHaveBeenCalledOnce()
  providers.drop('a', 'eip155')
  providers.drop('a', 'eip155')
  expect(two.unwatch).toHaveBeenCalledOnce()
  expect(providers.get('a', 'eip155')).toBeUndefined()
  providers.set('b', 'eip155', three)
  providers.clear()
  providers.clear()
  expect(three.unwatch).toHaveBeenCalledOnce()
})
