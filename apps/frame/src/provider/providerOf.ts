import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { locksOf } from '../store/locksOf.ts'
import { createBalances } from './createBalances.ts'
import { createNames } from './createNames.ts'
import { createPrices } from './createPrices.ts'
import { createProvider, type FrameProvider } from './createProvider.ts'
import { nodesOf } from './nodesOf.ts'
import { createPaymasters } from './operation/paymasters.ts'
import { providerPlace } from './providerPlace.ts'
import { smartNetworksOf } from './smartNetworksOf.ts'

/** The provider of the page around, made with the first call that needs it. */
export function providerOf(frame: Frame): FrameProvider {
  const place = oneOf(frame, providerPlace)
  place.provider ??= open(frame)
  return place.provider
}

function open(frame: Frame): FrameProvider {
  const { host, site, store, screens, page, signal } = frame
  const asked = {
    services: site.services,
    projectId: site.projectId,
    fetch: ((...given) => fetch(...given)) as typeof fetch,
  }
  const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))
  const provider = createProvider({
    host,
    login: async () => frame.login?.(),
    nodes: nodesOf(frame),
    balances: createBalances({ ...asked, now: () => performance.now() }),
    show: approval => screens.show('APPROVE', approval),
    store,
    ...(site.contracts && { contracts: site.contracts }),
    ...(site.networks && { described: site.networks }),
    ...(site.payee && { payee: site.payee }),
    prices: createPrices(asked),
    names: createNames(asked),
    smartNetworks: smartNetworksOf(frame),
    paymasters: createPaymasters(asked),
    networks: () => page.dapp.chains,
    emit: frame.emit,
    clock: {
      now: () => Date.now(),
      wait,
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    locks: locksOf(frame),
  })
  signal.addEventListener('abort', () => provider.abort())
  return provider
}
