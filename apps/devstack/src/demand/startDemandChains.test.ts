import { expect, test } from 'vitest'
import type { DemandName } from '../chains/devNetworks.ts'
import { ChainUnavailable, type StartDemandChain, type StartDemandOptions } from './demandChain.ts'
import type { DemandChains } from './demandChains.ts'
import { startDemandChains } from './startDemandChains.ts'

/** Starts chains of a test, and collects what is logged. */
function start(chains: Partial<DemandChains>) {
  const lines: string[] = []
  const names = Object.keys(chains) as DemandName[]
  const demand = startDemandChains({
    ports: names.map((name, index) => [name, 7000 + index]),
    host: '127.0.0.1',
    automine: true,
    dataFolder: '/data/chains',
    fresh: true,
    log: line => lines.push(line),
    chains,
  })
  return { demand, lines }
}

const load = (chain: StartDemandChain) => async () => chain
/** A chain that runs at once, and counts its ends. */
function fixtureChain() {
  const asked: StartDemandOptions[] = []
  const ending = Promise.withResolvers<string>()
  let stops = 0
  const chain: StartDemandChain = async options => {
    asked.push(options)
    return {
      port: options.port,
      exited: ending.promise,
      async stop() {
        stops += 1
      },
    }
  }
  return { chain, asked, end: ending.resolve, stops: () => stops }
}

test('starts each with its port and a folder of its own, and says where it runs', async () => {
  const bitcoin = fixtureChain()
  const sui = fixtureChain()
  const { demand, lines } = start({ bitcoin: load(bitcoin.chain), sui: load(sui.chain) })
  expect(demand.names).toEqual(['bitcoin', 'sui'])
  expect(demand.stateOf('bitcoin')).toBe('starting')
  expect(demand.stateOf('cosmos')).toBe('out')
  expect(demand.running()).toEqual(new Set())
  await demand.settled
  expect(demand.running()).toEqual(new Set(['bitcoin', 'sui']))
  expect(bitcoin.asked).toMatchObject([
    { port: 7000, host: '127.0.0.1', dataFolder: '/data/chains/elm', fresh: true, automine: true },
  ])
  expect(sui.asked).toMatchObject([{ port: 7001, dataFolder: '/data/chains/hazel' }])
  expect(lines.toSorted()).toEqual([
    'Elm (Bitcoin) runs at http://localhost:7000',
    'Hazel (Sui) runs at http://localhost:7001',
  ])
  await demand.stop()
  expect([bitcoin.stops(), sui.stops()]).toEqual([1, 1])
})

test.each([
  [new ChainUnavailable('no mirror has it'), 'Elm (Bitcoin) is left out: no mirror has it'],
  [new Error('port in use\n    at somewhere'), 'Elm (Bitcoin) did not start: port in use'],
  ['a text', 'Elm (Bitcoin) did not start: a text'],
])('leaves one that fails out with one line, and starts the rest: %s', async (error, line) => {
  const sui = fixtureChain()
  const { demand, lines } = start({
    bitcoin: load(async () => Promise.reject(error)),
    sui: load(sui.chain),
  })
  await demand.settled
  expect(lines.toSorted()).toEqual([line, 'Hazel (Sui) runs at http://localhost:7001'])
  expect(demand.stateOf('bitcoin')).toBe('out')
  expect(demand.running()).toEqual(new Set(['sui']))
  await demand.stop()
  expect(sui.stops()).toBe(1)
})

test('leaves out one whose code does not load', async () => {
  const { demand, lines } = start({ bitcoin: async () => Promise.reject(new Error('no such file')) })
  await demand.settled
  expect(lines).toEqual(['Elm (Bitcoin) did not start: no such file'])
})

test('says that one has ended, which then does not count as running', async () => {
  const bitcoin = fixtureChain()
  const { demand, lines } = start({ bitcoin: load(bitcoin.chain) })
  await demand.settled
  bitcoin.end('exit code 1')
  await Promise.resolve()
  expect(demand.running()).toEqual(new Set())
  expect(lines.at(-1)).toBe('Elm (Bitcoin) ended with exit code 1.')
  await demand.stop()
})

test('stops one that still starts: its start is called off, and what runs by then ends', async () => {
  const heeds = Promise.withResolvers<never>()
  const begun = Promise.withResolvers<void>()
  const deaf = Promise.withResolvers<void>()
  const sui = fixtureChain()
  const { demand, lines } = start({
    bitcoin: load(async ({ signal }) => {
      signal?.addEventListener('abort', () => heeds.reject(signal.reason))
      return heeds.promise
    }),
    sui: load(async options => {
      begun.resolve()
      await deaf.promise
      return sui.chain(options)
    }),
  })
  await begun.promise
  const stopping = demand.stop()
  deaf.resolve()
  await stopping
  expect([sui.asked.length, sui.stops()]).toEqual([1, 1])
  expect(lines).toEqual([])
})
